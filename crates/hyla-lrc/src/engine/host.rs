//! The name of the machine, for the MOM.

/// Name of this machine, or `localhost` if the system has none.
pub(super) fn host_name() -> String {
    let variable = |name| std::env::var(name).ok();
    let file = |path| std::fs::read_to_string(path).ok();
    let told = [
        file("/proc/sys/kernel/hostname"),
        variable("COMPUTERNAME"),
        variable("HOSTNAME"),
        file("/etc/hostname"),
    ];
    told.into_iter()
        .flatten()
        .map(|name| name.trim().to_owned())
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| "localhost".to_owned())
}
