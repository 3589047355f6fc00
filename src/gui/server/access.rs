//! Who may use the board: a browser that has opened the link that this program printed.
//!
//! The link holds a random token. It is valid as long as the program runs, in as many browsers as
//! wanted. The page replaces it by a cookie that pages of other origins cannot send and scripts cannot
//! read. Every request has to name a host that we serve, so that a foreign name that leads to this
//! machine is of no use.

use std::collections::BTreeSet;

/// Bytes of the token.
const TOKEN: usize = 24;
/// Seconds that a browser keeps the cookie: 30 days.
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
    /// The text of the answer.
    pub fn text(self) -> &'static str {
        match self {
            AccessError::Host => "This host name is not served here.",
            AccessError::Origin => "Pages of other origins are not served here.",
            AccessError::Token => "Open the address that `ringstack gui` printed at start-up.",
        }
    }
}

/// What matters of a request.
#[derive(Clone, Copy, Debug, Default)]
pub struct AccessRequest<'a> {
    pub host: Option<&'a str>,
    pub origin: Option<&'a str>,
    pub cookie: Option<&'a str>,
    /// The token in the address.
    pub token: Option<&'a str>,
}

/// Checks requests.
#[derive(Debug)]
pub struct AccessControl {
    hosts: BTreeSet<String>,
    cookie: String,
    token: String,
}

impl AccessControl {
    /// A new token for a program that serves these hosts, each with its port.
    pub fn new(hosts: impl IntoIterator<Item = String>, port: u16) -> Result<Self, String> {
        let mut bytes = [0; TOKEN];
        getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
        Ok(AccessControl {
            hosts: hosts.into_iter().collect(),
            cookie: format!("ringstack-{port}"),
            token: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }

    /// The token for the link.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The header that gives a browser its cookie.
    pub fn set_cookie(&self) -> String {
        let AccessControl { cookie, token, .. } = self;
        format!("{cookie}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={COOKIE_LIFETIME}")
    }

    /// Checks a request for the page or a part of it.
    pub fn check(&self, request: AccessRequest<'_>) -> Result<(), AccessError> {
        match request.host {
            Some(host) if self.hosts.contains(host) => {}
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

    /// Checks a request for the WebSocket, which has to name its origin.
    pub fn check_socket(&self, request: AccessRequest<'_>) -> Result<(), AccessError> {
        self.check_origin(request)?;
        self.check(request)
    }

    fn check_origin(&self, request: AccessRequest<'_>) -> Result<(), AccessError> {
        let origin = request.origin.and_then(|o| o.strip_prefix("http://"));
        // The page has to come from the very host that is asked.
        if origin.is_some() && origin == request.host {
            Ok(())
        } else {
            Err(AccessError::Origin)
        }
    }
}

/// Compares secrets in a time that does not depend on where they differ.
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

    const HOST: &str = "127.0.0.1:4000";

    fn access() -> AccessControl {
        AccessControl::new([HOST.to_owned()], 4000).expect("random numbers")
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
        let token = Some(access.token());
        assert_eq!([check(token, None), check(token, None)], [Ok(()); 2]);
        assert_eq!(check(None, Some(&cookie)), Ok(()));
        for (token, cookie) in [
            (None, None),
            (Some("00"), None),
            (None, Some("ringstack-4000=00")),
        ] {
            assert_eq!(check(token, cookie), Err(Token));
        }
        assert_ne!(access.token(), self::access().token());
        assert!(
            !equal_in_constant_time("abc", "abcd")
                && !equal_in_constant_time("abc", "abd")
                && equal_in_constant_time("abc", "abc")
        );
    }

    #[test]
    fn only_our_own_page_may_open_the_socket() {
        let access = access();
        let cookie = format!("ringstack-4000={}", access.token());
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
        assert_eq!(check(Some(HOST), Some("http://127.0.0.1:4000")), Ok(()));
        for origin in ["http://127.0.0.1:4001", "https://127.0.0.1:4000", "null"] {
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
