//! Files that designators of FOM modules stand for: a path, or a URL of the scheme `file` (RFC 8089).

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The content of a module: of the path that the designator is, otherwise of the one that it stands for as a URL. A path behind `file://`
/// may be relative.
///
/// # Errors
/// Why the file cannot be read.
pub(super) fn read(designator: &str) -> io::Result<Vec<u8>> {
    let path = designator.strip_prefix("file://").unwrap_or(designator);
    std::fs::read(Path::new(path)).or_else(|error| {
        let of_url = path_of_url(designator).map(std::fs::read);
        match (of_url, error.kind()) {
            (Some(Ok(content)), _) => Ok(content),
            (Some(Err(of_url)), ErrorKind::NotFound) => Err(of_url),
            _ => Err(error),
        }
    })
}

/// The path of `file:///path`, `file://localhost/path` and `file:/path`.
fn path_of_url(url: &str) -> Option<PathBuf> {
    let (scheme, rest) = url.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let (host, path) = rest.split_at(rest.find('/')?);
            let is_here = host.is_empty() || host.eq_ignore_ascii_case("localhost");
            is_here.then_some(path)?
        }
        None => rest,
    };
    if !path.starts_with('/') {
        return None;
    }
    // `file:///C:/path`
    let path = if cfg!(windows) { &path[1..] } else { path };
    path_of(percent_decoded(path))
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;

    Some(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// The octets that a text with `%xx` stands for; a `%` without two digits stands for itself.
fn percent_decoded(text: &str) -> Vec<u8> {
    let mut rest = text.as_bytes();
    let mut decoded = Vec::with_capacity(rest.len());
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'%'
            && let [high, low, after @ ..] = rest
            && let (Some(high), Some(low)) = (hex_digit(*high), hex_digit(*low))
        {
            decoded.push(high << 4 | low);
            rest = after;
        } else {
            decoded.push(*first);
        }
    }
    decoded
}

fn hex_digit(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a file of that name with its name in it, in a folder of this test.
    fn file(test: &str, name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("hyla-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        std::fs::write(&path, name).unwrap();
        path
    }

    #[test]
    fn a_file_is_found_by_its_path_and_by_its_urls() {
        let path = file("module-urls", "ein Größe%.xml");
        let folder = path.parent().unwrap().display();
        let encoded = "ein%20Gr%C3%b6%c3%9Fe%25.xml";

        for designator in [
            format!("{}", path.display()),
            format!("file://{}", path.display()),
            format!("file:{}", path.display()),
            format!("file://{folder}/{encoded}"),
            format!("file://localhost{folder}/{encoded}"),
            format!("file:{folder}/{encoded}"),
            format!("FILE://LocalHost{folder}/{encoded}"),
        ] {
            let content = read(&designator).unwrap_or_else(|e| panic!("{designator}: {e}"));
            assert_eq!(content, "ein Größe%.xml".as_bytes(), "{designator}");
        }
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn a_path_that_looks_like_a_url_is_the_path_first() {
        let path = file("module-literal", "a%20b.xml");
        file("module-literal", "a b.xml");

        let content = read(&format!("file://{}", path.display())).unwrap();

        assert_eq!(content, b"a%20b.xml");
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn urls_of_other_hosts_and_schemes_are_none_of_files_here() {
        for url in [
            "file://elsewhere/etc/hostname",
            "http://localhost/etc/hostname",
            "file:etc/hostname",
            "file://localhost",
            "/etc/host:name",
        ] {
            assert_eq!(path_of_url(url), None, "{url}");
        }
        assert_eq!(
            read("http://localhost/a.xml").unwrap_err().kind(),
            ErrorKind::NotFound
        );
    }
}
