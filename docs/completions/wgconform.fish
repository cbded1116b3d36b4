# Made by python3 -m generator.manual of what wgconform --help says; do not edit it here.
function __wgconform_cases
    set -l head (commandline -ct | string replace -r '^--[a-z-]+=' '')
    set -l program (commandline -opc)[1]
    $program --list --profile full 2>/dev/null | string match -- "$head*" |
        string replace -r -- '^(.{'(string length -- "$head")'}[^.]*\.?).*' '$1' | sort -u
end

function __wgconform_runs
    not __fish_seen_subcommand_from junit html causes diff merge repro waive package verify
end

complete -c wgconform -f
complete -c wgconform -n __wgconform_runs -a '(__wgconform_cases)'
complete -c wgconform -n __fish_use_subcommand -a junit -d 'JUnit XML from a saved report'
complete -c wgconform -n __fish_use_subcommand -a html -d 'one HTML page of saved reports, side by side'
complete -c wgconform -n __fish_use_subcommand -a causes -d 'what went wrong in a saved report, by cause'
complete -c wgconform -n __fish_use_subcommand -a diff -d 'two reports: what broke, what was mended, what is new'
complete -c wgconform -n __fish_use_subcommand -a merge -d 'the shards\' reports as one'
complete -c wgconform -n __fish_use_subcommand -a repro -d 'a program of its own that shows one case, for a bug report'
complete -c wgconform -n __fish_use_subcommand -a waive -d 'a draft of waivers for what failed'
complete -c wgconform -n __fish_use_subcommand -a package -d 'a report for submission, with logs, device and checksums'
complete -c wgconform -n __fish_use_subcommand -a verify -d 'whether a package is complete, unmodified and unfiltered'
complete -c wgconform -n '__wgconform_runs' -l list-devices -s l -d 'the devices of this machine, a line each; with -v all that matters of them, with --json as JSON'
complete -c wgconform -n '__wgconform_runs' -l list -s L -d 'the names of the cases selected; runs nothing'
complete -c wgconform -n '__wgconform_runs' -l describe -x -a '(__wgconform_cases)' -d 'what a case checks'
complete -c wgconform -n '__wgconform_runs' -l dump-kernel -x -a '(__wgconform_cases)' -d 'the kernel that it runs'
complete -c wgconform -n '__wgconform_runs' -l profile -s p -x -a 'quick default full' -d 'quick, default or full: how many shapes, forms and patterns (default: default)'
complete -c wgconform -n '__wgconform_runs' -l impl -x -a 'builtin emulated' -d 'builtin, the device\'s own functions, or emulated, this project\'s (default: builtin)'
complete -c wgconform -n '__wgconform_runs' -l language -x -a 'c spirv all' -d 'c, spirv or all (default: all)'
complete -c wgconform -n '__wgconform_runs' -l shard -x -d 'the I-th of N parts (default: by SLURM_ARRAY_TASK_ID in a job array, by JOB_COMPLETION_INDEX and WGCONFORM_SHARDS in a Kubernetes job, else all)'
complete -c wgconform -n '__wgconform_runs' -l seed -x -d 'of the data (default: 1)'
complete -c wgconform -n '__wgconform_runs' -l device -s d -x -d 'its number in the list, or a part of the platform\'s or the device\'s name, vendor or version, or PLATFORM/DEVICE (default: the first that has the functions asked for, else number 0); more than once, or all: on all of them at once, each with reports of its own, FILE.N.json for FILE.json'
complete -c wgconform -n '__wgconform_runs' -l worker-command -x -d 'what starts wgconform on the machine that has the device: \'ssh HOST wgconform\', \'adb shell /data/local/tmp/wgconform\', \'qemu-aarch64 -L ROOT wgconform\''
complete -c wgconform -n '__wgconform_runs' -l jobs -s j -x -d 'worker processes (default: the cores for a CPU, else 1)'
complete -c wgconform -n '__wgconform_runs' -l timeout -s t -x -d 'for one case or one build (default: 60)'
complete -c wgconform -n '__wgconform_runs' -l limit -x -d 'what a worker may use: memory=BYTES (default: 3/4 of the machine\'s), cpu=SECONDS for a batch, output=BYTES that it prints for a batch (1G), file=BYTES (1G)'
complete -c wgconform -n '__wgconform_runs' -l json -s o -r -F -d 'writes the report; - is standard output'
complete -c wgconform -n '__wgconform_runs' -l junit -r -F -d 'writes it as JUnit XML'
complete -c wgconform -n '__wgconform_runs' -l html -r -F -d 'writes it as one HTML page'
complete -c wgconform -n '__wgconform_runs' -l ctrf -r -F -d 'writes it in the Common Test Report Format'
complete -c wgconform -n '__wgconform_runs' -l cts-json -r -F -d 'writes the results as OpenCL-CTS does, for its compare script'
complete -c wgconform -n '__wgconform_runs' -l tap -d 'writes it as TAP 13 to standard output'
complete -c wgconform -n '__wgconform_runs' -l resume -r -F -d 'goes on from a report that was cut short, with the same choice of cases'
complete -c wgconform -n '__wgconform_runs' -l waivers -s w -r -F -d 'failures that are known, each with its reason; repeatable'
complete -c wgconform -n '__wgconform_runs' -l retries -x -d 'runs a case that does not pass again, up to N times; one that then passes is flaky'
complete -c wgconform -n '__wgconform_runs' -l repeat -x -d 'runs each case N times'
complete -c wgconform -n '__wgconform_runs' -l audit -x -d 'runs N passes again at the end, each alone in a new process and in another order: one that does not pass again is an error of this suite (--seed chooses them)'
complete -c wgconform -n '__wgconform_runs' -l max-failures -x -d 'stops after N failures'
complete -c wgconform -n '__wgconform_runs' -l min-cases -x -d 'is a failure when fewer cases ran'
complete -c wgconform -n '__wgconform_runs' -l skips-as-fails -d 'is a failure when a case was skipped'
complete -c wgconform -n '__wgconform_runs' -l verbose -s v -d 'says more'
complete -c wgconform -n '__wgconform_runs' -l quiet -s q -d 'says less'
complete -c wgconform -n '__wgconform_runs' -l unadvertised -d 'also runs what the device does not claim, and says of each function: rejected, works, accepted and wrong; no part of the verdicts'
complete -c wgconform -n '__wgconform_runs' -l probe-unadvertised -d 'the old name of --unadvertised'
complete -c wgconform -n '__wgconform_runs' -l no-color -d 'also: NO_COLOR and FORCE_COLOR in the environment'
complete -c wgconform -n '__wgconform_runs' -l version -d 'says the version of this program'
complete -c wgconform -n '__wgconform_runs' -l help -s h -d 'says this'
complete -c wgconform -n '__fish_seen_subcommand_from junit' -F
complete -c wgconform -n '__fish_seen_subcommand_from junit' -l output -s o -r -F -d 'where it goes; - is standard output'
complete -c wgconform -n '__fish_seen_subcommand_from html' -F
complete -c wgconform -n '__fish_seen_subcommand_from html' -l output -s o -r -F -d 'where it goes; - is standard output'
complete -c wgconform -n '__fish_seen_subcommand_from causes' -F
complete -c wgconform -n '__fish_seen_subcommand_from causes' -l verbose -s v -d 'names every case'
complete -c wgconform -n '__fish_seen_subcommand_from diff' -F
complete -c wgconform -n '__fish_seen_subcommand_from diff' -l verbose -s v -d 'names every case'
complete -c wgconform -n '__fish_seen_subcommand_from merge' -F
complete -c wgconform -n '__fish_seen_subcommand_from merge' -l output -s o -r -F -d 'where it goes; - is standard output'
complete -c wgconform -n '__fish_seen_subcommand_from repro' -a '(__wgconform_cases)'
complete -c wgconform -n '__fish_seen_subcommand_from repro' -l device -s d -x -d 'the device that the program uses, as for a run (default: its number 0)'
complete -c wgconform -n '__fish_seen_subcommand_from repro' -l output -s o -x -a '(__fish_complete_directories)' -d 'where it goes; made if it is not there (default: here)'
complete -c wgconform -n '__fish_seen_subcommand_from repro' -l profile -s p -x -a 'quick default full' -d 'quick, default or full: whose data (default: default)'
complete -c wgconform -n '__fish_seen_subcommand_from repro' -l impl -x -a 'builtin emulated' -d 'builtin or emulated (default: builtin)'
complete -c wgconform -n '__fish_seen_subcommand_from repro' -l seed -x -d 'of the data (default: 1)'
complete -c wgconform -n '__fish_seen_subcommand_from repro' -l max-items -x -d 'the local size of the shape max (default: 256)'
complete -c wgconform -n '__fish_seen_subcommand_from repro' -l il-version -x -d 'CL_DEVICE_IL_VERSION of the device: a module of SPIR-V is in the version that the suite chooses of them (default: that of --device, else the least)'
complete -c wgconform -n '__fish_seen_subcommand_from repro' -l sub-group-size -x -d 'of the device at this local size: the suite asks, and fits the data'
complete -c wgconform -n '__fish_seen_subcommand_from waive' -F
complete -c wgconform -n '__fish_seen_subcommand_from waive' -l output -s o -r -F -d 'where it goes; - is standard output'
complete -c wgconform -n '__fish_seen_subcommand_from package' -F
complete -c wgconform -n '__fish_seen_subcommand_from package' -l output -s o -r -F -d 'where it goes; - is standard output'
complete -c wgconform -n '__fish_seen_subcommand_from verify' -F
