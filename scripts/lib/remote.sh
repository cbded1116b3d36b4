# Sourced by scripts/setup: what the tests of workers on other machines and systems need.

# OpenSSH's server for the tests, which start it themselves on the loopback interface. It is unpacked and not
# installed: an installed one would be started at once and listen to the network.
setup_openssh() {
    local work=$cache/openssh.partial root=$cache/openssh file
    need_packages "to test workers behind ssh" openssh-client libwrap0
    [ ! -x "$root/usr/sbin/sshd" ] || return 0
    mkdir -p "$work/root"
    say "unpacking Debian's openssh-server"
    [ -n "$(apt-cache policy openssh-server 2>/dev/null)" ] || apt_update
    (cd "$work" && apt-get -qq -o APT::Sandbox::User=root download openssh-server) 9>&- ||
        die "could not fetch the package openssh-server"
    for file in "$work"/*.deb; do dpkg -x "$file" "$work/root"; done
    rm -rf --one-file-system "$root"
    mv "$work/root" "$root"
    rm -rf --one-file-system "$work"
}
