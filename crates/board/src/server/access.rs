//! Access control: only a browser that has opened the printed link may use the board.
//!
//! A link contains a random key: that of the owner, of a seat, or of those who watch. It stays valid when the program is started again, in any number of browsers.
//! The server replaces it with a cookie that pages of other origins cannot send and scripts cannot
//! read. Every request must name a host that the server accepts. This prevents DNS rebinding: a foreign
//! name that resolves to this machine is refused.

use std::collections::BTreeSet;

use super::super::session::{Access, Device};
use ringstack_engine::rules::Side;

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
            AccessError::Token => {
                "This address lacks its key. Open the address that “ringstack gui” printed at start-up, or ask for a new link."
            }
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

/// The random keys in the links.
#[derive(Debug)]
pub struct Keys {
    pub owner: String,
    pub seats: [String; 2],
    pub watchers: String,
}

/// Checks whether requests come from a browser with access.
#[derive(Debug)]
pub struct AccessControl {
    hosts: BTreeSet<String>,
    cookie: String,
    keys: Keys,
}

impl AccessControl {
    /// Accepts these keys and these hosts in lower case, each with its port.
    pub fn new(hosts: impl IntoIterator<Item = String>, port: u16, keys: Keys) -> Self {
        AccessControl {
            hosts: hosts.into_iter().collect(),
            cookie: format!("ringstack-{port}"),
            keys,
        }
    }

    /// The header that gives a browser its cookie: the key, and for a guest a word for the browser.
    pub fn set_cookie(&self, device: &Device) -> String {
        let cookie = &self.cookie;
        let [one, two] = &self.keys.seats;
        let key = match device.access {
            Access::Owner => &self.keys.owner,
            Access::Seat(Side::One) => one,
            Access::Seat(Side::Two) => two,
            Access::Watcher => &self.keys.watchers,
        };
        let value = match device.id.as_str() {
            "" => key.clone(),
            id => format!("{key}-{id}"),
        };
        format!("{cookie}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={COOKIE_LIFETIME}")
    }

    /// What a key gives access to.
    fn access(&self, key: &str) -> Option<Access> {
        let [one, two] = &self.keys.seats;
        let keys = [
            (&self.keys.owner, Access::Owner),
            (one, Access::Seat(Side::One)),
            (two, Access::Seat(Side::Two)),
            (&self.keys.watchers, Access::Watcher),
        ];
        let mut found = None;
        for (known, access) in keys {
            if equal_in_constant_time(key, known) {
                found = Some(access);
            }
        }
        found
    }

    /// Checks a request for the page or one of its files. Returns its device, whose word is empty if the browser is
    /// new. A link does not take away what a browser may do already.
    pub fn check(&self, request: AccessRequest<'_>) -> Result<Device, AccessError> {
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
        let known = values.filter_map(|value| {
            let (key, id) = value.split_once('-').unwrap_or((value, ""));
            let access = self.access(key)?;
            // All browsers of the owner are one device.
            let id = if access == Access::Owner { "" } else { id };
            Some(Device {
                access,
                id: id.to_owned(),
            })
        });
        let known = known.max_by_key(|device| rank(device.access));
        let named = request.token.and_then(|token| self.access(token));
        match (known, named) {
            (Some(known), Some(named)) if rank(named) >= rank(known.access) => Ok(Device {
                access: named,
                ..known
            }),
            (Some(known), _) => Ok(known),
            (None, Some(access)) => Ok(Device {
                access,
                id: String::new(),
            }),
            (None, None) => Err(AccessError::Token),
        }
    }

    /// Checks a request for the WebSocket, which must name its origin.
    pub fn check_socket(&self, request: AccessRequest<'_>) -> Result<Device, AccessError> {
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

/// The seats have the same rank.
fn rank(access: Access) -> u8 {
    match access {
        Access::Watcher => 0,
        Access::Seat(_) => 1,
        Access::Owner => 2,
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
    const OWNER: Result<Device, AccessError> = Ok(Device {
        access: Access::Owner,
        id: String::new(),
    });

    fn access() -> AccessControl {
        let word = str::to_owned;
        let keys = Keys {
            owner: word(TOKEN),
            seats: [word("1111"), word("2222")],
            watchers: word("3333"),
        };
        AccessControl::new([HOST.to_owned()], 4000, keys)
    }

    #[test]
    fn the_link_is_valid_in_several_browsers_and_the_cookie_afterwards() {
        let access = access();
        let header = access.set_cookie(&Device::default());
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
        assert_eq!([check(token, None), check(token, None)], [OWNER; 2]);
        assert_eq!(check(None, Some(&cookie)), OWNER);
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
    fn each_key_gives_access_to_its_seat_and_a_browser_loses_nothing_by_a_link() {
        let access = access();
        let check = |token, cookie: &str| {
            let cookie = format!("ringstack-4000={cookie}");
            let found = access.check(AccessRequest {
                host: Some(HOST),
                origin: None,
                cookie: Some(&cookie),
                token,
            });
            let found = found.expect("access");
            (found.access, found.id)
        };
        let id = |id: &str| id.to_owned();
        let (one, two) = (Access::Seat(Side::One), Access::Seat(Side::Two));
        assert_eq!(check(Some("1111"), ""), (one, id("")));
        assert_eq!(check(Some("3333"), ""), (Access::Watcher, id("")));
        assert_eq!(check(None, "2222-ab"), (two, id("ab")));
        assert_eq!(check(Some("1111"), "2222-ab"), (one, id("ab")));
        assert_eq!(check(Some("3333"), "2222-ab"), (two, id("ab")));
        assert_eq!(check(Some("2222"), TOKEN), (Access::Owner, id("")));
        assert_eq!(check(Some(TOKEN), "2222-ab").0, Access::Owner);
        let seat = Device {
            access: two,
            id: id("ab"),
        };
        assert!(
            access
                .set_cookie(&seat)
                .starts_with("ringstack-4000=2222-ab;")
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
            assert_eq!(check(Some(host), Some("http://localhost:4000")), OWNER);
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
