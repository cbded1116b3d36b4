# Sourced by scripts/setup: musl's compiler, and cmocka for it. Debian has no libraries for musl.

setup_musl() {
    local work=$cache/cmocka-musl.partial folder=$cache/cmocka-musl codename
    need_packages "to build with musl" musl-tools dpkg-dev xz-utils
    if [ -e "$folder/libcmocka.a" ]; then
        note "cmocka for musl is there"
        return
    fi
    mkdir -p "$work/out"
    note "fetching the source of cmocka (this Debian's source package)"
    codename=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
    export APT_CONFIG
    APT_CONFIG=$(private_apt "$work/apt" "$codename" deb-src)
    (cd "$work" && apt-get -qq update && apt-get -qq source --download-only cmocka) 9>&- ||
        fail "could not fetch the source package of cmocka"
    unset APT_CONFIG
    dpkg-source --no-check -x "$work"/cmocka_*.dsc "$work/source" >/dev/null
    ( # one file, and what its cmake would have found of musl
        cd "$work/source" &&
            musl-gcc -O1 -w -D_GNU_SOURCE -DHAVE_{STDLIB,STRING,INTTYPES,STDINT,SIGNAL,SETJMP,TIME,UNISTD}_H -DHAVE_STRUCT_TIMESPEC \
                -DHAVE_CLOCK_{GETTIME,REALTIME} -DHAVE_GCC_THREAD_LOCAL_STORAGE -DHAVE_{,V}SNPRINTF -DHAVE_STRSIGNAL \
                -DWORDS_SIZEOF_VOID_P=8 -Iinclude -c src/cmocka.c -o "$work/cmocka.o" &&
            ar rcs "$work/out/libcmocka.a" "$work/cmocka.o" && cp include/cmocka.h "$work/out/"
    ) || fail "cmocka did not build with musl-gcc"
    rm -rf --one-file-system "$folder"
    mv "$work/out" "$folder"
    rm -rf --one-file-system "$work"
    note "cmocka for musl is ready"
}
