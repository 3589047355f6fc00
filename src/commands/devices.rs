//! Devices, such as terminals and `/dev/null` or `NUL`. They are written instead of replaced.

use std::path::Path;

/// Whether this is a device.
#[cfg(unix)]
pub fn is_device(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    path.metadata()
        .is_ok_and(|found| found.file_type().is_char_device())
}

/// Whether this is a device. It has no metadata on Windows, but a handle with a type.
#[cfg(windows)]
pub fn is_device(path: &Path) -> bool {
    let handle = std::fs::File::options().write(true).open(path);
    let kind = handle.and_then(|handle| winapi_util::file::typ(&handle));
    kind.is_ok_and(|kind| kind.is_char())
}
