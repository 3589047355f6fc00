//! Access control: only a browser that has opened the printed link may use the board.
//!
//! The link contains a random token. It stays valid when the program is started again, in any number of browsers.
//! The server replaces it with a cookie that pages of other origins cannot send and scripts cannot
//! read. Every request must name a host that the server accepts. This prevents DNS rebinding: a foreign
//! name that resolves to this machine is refused.

use std::collections::BTreeSet;

/// The lifetime of the cookie in seconds: 30 days.
const COOKIE_LIFETIME: u32 = 30 * 86_400;

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessError {
    Host,
    Origin,
    /// Neither the token nor the cookie.
    Token,
}

impl AccessError {
    /// The text of the response.
    pub fn text(self) -> &'static str {
        match self {
            AccessError::Host => "This server does not accept this host name.",
            AccessError::Origin => {
                "This server does not accept requests from pages of other origins."
            }
            AccessError::Token => "Open the address that `ringstack gui` printed at start-up.",
        }
    }
}

/// The parts of a request that decide about access.
#[derive(Clone, Copy, Debug, Default)]
pub struct AccessRequest<'a> {
    pub host: Option<&'a str>,
    pub origin: Option<&'a str>,
    pub cookie: Option<&'a str>,
    /// The token in the address.
    pub token: Option<&'a str>,
}

/// Checks whether requests come from a browser with access.
#[derive(Debug)]
pub struct AccessControl {
    hosts: BTreeSet<String>,
    cookie: String,
    token: String,
}

impl AccessControl {
    /// Accepts this token and these hosts in lower case, each with its port.
    pub fn new(hosts: impl IntoIterator<Item = String>, port: u16, token: String) -> Self {
        AccessControl {
            hosts: hosts.into_iter().collect(),
            cookie: format!("ringstack-{port}"),
            token,
        }
    }

    /// The header that gives a browser its cookie.
    pub fn set_cookie(&self) -> String {
        let AccessControl { cookie, token, .. } = self;
        format!("{cookie}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={COOKIE_LIFETIME}")
    }

    /// Checks a request for the page or one of its files.
    pub fn check(&self, request: AccessRequest<'_>) -> Result<(), AccessError> {
        match request.host.map(str::to_ascii_lowercase) {
            Some(host) if self.hosts.contains(&host) => {}
            _ => return Err(AccessError::Host),
        }
        if request.origin.is_some() {
            self.check_origin(request)?;
        }
        let cookies = request.cookie.unwrap_or_default().split(';');
        let values = cookies
            .filter_map(|cookie| cookie.trim().split_once('='))
            .filter(|(name, _)| *name == self.cookie)
            .map(|(_, value)| value);
        if values
            .chain(request.token)
            .any(|value| equal_in_constant_time(value, &self.token))
        {
            Ok(())
        } else {
            Err(AccessError::Token)
        }
    }

    /// Checks a request for the WebSocket, which must name its origin.
    pub fn check_socket(&self, request: AccessRequest<'_>) -> Result<(), AccessError> {
        self.check_origin(request)?;
        self.check(request)
    }

    fn check_origin(&self, request: AccessRequest<'_>) -> Result<(), AccessError> {
        let origin = request.origin.and_then(|o| o.strip_prefix("http://"));
        // The page must come from the host of the request.
        match (origin, request.host) {
            (Some(origin), Some(host)) if origin.eq_ignore_ascii_case(host) => Ok(()),
            _ => Err(AccessError::Origin),
        }
    }
}

/// Compares secrets in constant time, so that the duration does not reveal where they differ.
fn equal_in_constant_time(a: &str, b: &str) -> bool {
    let differing = a
        .bytes()
        .zip(b.bytes())
        .fold(0, |sum, (a, b)| sum | (a ^ b));
    a.len() == b.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::AccessError::{Host, Origin, Token};
    use super::*;

    const HOST: &str = "localhost:4000";
    const TOKEN: &str = "0123";

    fn access() -> AccessControl {
        AccessControl::new([HOST.to_owned()], 4000, TOKEN.to_owned())
    }

    #[test]
    fn the_link_is_valid_in_several_browsers_and_the_cookie_afterwards() {
        let access = access();
        let header = access.set_cookie();
        let cookie = format!("other=1; {}", header.split(';').next().unwrap_or_default());
        let check = |token, cookie| {
            let (host, origin) = (Some(HOST), None);
            access.check(AccessRequest {
                host,
                origin,
                cookie,
                token,
            })
        };
        let token = Some(TOKEN);
        assert_eq!([check(token, None), check(token, None)], [Ok(()); 2]);
        assert_eq!(check(None, Some(&cookie)), Ok(()));
        for (token, cookie) in [
            (None, None),
            (Some("00"), None),
            (None, Some("ringstack-4000=00")),
        ] {
            assert_eq!(check(token, cookie), Err(Token));
        }
        assert!(
            !equal_in_constant_time("abc", "abcd")
                && !equal_in_constant_time("abc", "abd")
                && equal_in_constant_time("abc", "abc")
        );
    }

    #[test]
    fn only_our_own_page_may_open_the_socket() {
        let access = access();
        let cookie = format!("ringstack-4000={TOKEN}");
        let check = |host, origin| {
            let cookie = Some(cookie.as_str());
            let token = None;
            access.check_socket(AccessRequest {
                host,
                origin,
                cookie,
                token,
            })
        };
        for host in [HOST, "LOCALHOST:4000"] {
            assert_eq!(check(Some(host), Some("http://localhost:4000")), Ok(()));
        }
        for origin in ["http://localhost:4001", "https://localhost:4000", "null"] {
            assert_eq!(check(Some(HOST), Some(origin)), Err(Origin));
        }
        assert_eq!(check(Some(HOST), None), Err(Origin));
        let evil = "evil.example:4000";
        assert_eq!(
            check(Some(evil), Some("http://evil.example:4000")),
            Err(Host)
        );
    }
}
