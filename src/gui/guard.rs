//! Who may talk to the board: a window that was opened with the address this program has told.
//!
//! The address holds a token that can be used once; it is changed for a cookie that pages of other
//! origins cannot send and scripts cannot read. Every request has to name a host we serve, so that a
//! foreign name that leads to this machine is of no use.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Bytes of a secret.
const SECRET: usize = 24;

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denial {
    /// The host is none of ours.
    Host,
    /// The page that asks is none of ours.
    Origin,
    /// No cookie, and no token that is still good.
    Stranger,
    /// The token has been used.
    UsedToken,
}

impl Denial {
    /// What the refused one is told.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Denial::Host => "This host name is not served here.",
            Denial::Origin => "Pages of other origins are not served here.",
            Denial::Stranger => {
                "Please open the address that 'ringstack gui' has printed when it was started."
            }
            Denial::UsedToken => {
                "This address has been used. Go on in the browser in which it was opened first, \
                 or start 'ringstack gui' again."
            }
        }
    }
}

/// What was asked, as far as it matters here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// The header `Host`.
    pub host: Option<&'a str>,
    /// The header `Origin`.
    pub origin: Option<&'a str>,
    /// The header `Cookie`.
    pub cookie: Option<&'a str>,
    /// The token in the address.
    pub token: Option<&'a str>,
}

/// Keeps the secrets of one program.
#[derive(Debug)]
pub struct Guard {
    hosts: BTreeSet<String>,
    cookie: String,
    session: String,
    token: Mutex<Token>,
}

#[derive(Debug)]
struct Token {
    text: String,
    used: bool,
}

impl Guard {
    /// New secrets for a program that serves these hosts, each with its port.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(hosts: impl IntoIterator<Item = String>, port: u16) -> Result<Guard, String> {
        Ok(Guard {
            hosts: hosts.into_iter().collect(),
            cookie: format!("ringstack-{port}"),
            session: secret()?,
            token: Mutex::new(Token {
                text: secret()?,
                used: false,
            }),
        })
    }

    /// The token for the address.
    #[must_use]
    pub fn token(&self) -> String {
        self.lock().text.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Token> {
        self.token.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The header that gives a window its cookie.
    #[must_use]
    pub fn set_cookie(&self) -> String {
        format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict",
            self.cookie, self.session
        )
    }

    /// Lets the page itself be loaded; `true` when the window has to be given its cookie.
    ///
    /// # Errors
    /// Why not.
    pub fn admit(&self, request: Request<'_>) -> Result<bool, Denial> {
        self.check_host(request)?;
        if self.knows(request) {
            return Ok(false);
        }
        let Some(told) = request.token else {
            return Err(Denial::Stranger);
        };
        let mut token = self.lock();
        if !same(told, &token.text) {
            return Err(Denial::Stranger);
        }
        if std::mem::replace(&mut token.used, true) {
            return Err(Denial::UsedToken);
        }
        Ok(true)
    }

    /// Lets a part of the page be loaded.
    ///
    /// # Errors
    /// Why not.
    pub fn allow(&self, request: Request<'_>) -> Result<(), Denial> {
        self.check_host(request)?;
        if request.origin.is_some() {
            self.check_origin(request)?;
        }
        if self.knows(request) {
            Ok(())
        } else {
            Err(Denial::Stranger)
        }
    }

    /// Lets a window talk to the table; it has to say where it comes from.
    ///
    /// # Errors
    /// Why not.
    pub fn allow_talk(&self, request: Request<'_>) -> Result<(), Denial> {
        self.check_origin(request)?;
        self.allow(request)
    }

    fn check_host(&self, request: Request<'_>) -> Result<(), Denial> {
        match request.host {
            Some(host) if self.hosts.contains(host) => Ok(()),
            _ => Err(Denial::Host),
        }
    }

    fn check_origin(&self, request: Request<'_>) -> Result<(), Denial> {
        let origin = request.origin.and_then(|o| o.strip_prefix("http://"));
        // The origin has to be that of the very host that was asked.
        if origin.is_some() && origin == request.host {
            Ok(())
        } else {
            Err(Denial::Origin)
        }
    }

    fn knows(&self, request: Request<'_>) -> bool {
        let cookies = request.cookie.unwrap_or_default().split(';');
        cookies
            .filter_map(|cookie| cookie.trim().split_once('='))
            .any(|(name, value)| name == self.cookie && same(value, &self.session))
    }
}

/// Whether two secrets are the same, in a time that tells nothing about where they differ.
fn same(a: &str, b: &str) -> bool {
    let differing = a
        .bytes()
        .zip(b.bytes())
        .fold(0, |sum, (a, b)| sum | (a ^ b));
    a.len() == b.len() && differing == 0
}

fn secret() -> Result<String, String> {
    let mut bytes = [0; SECRET];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "127.0.0.1:4000";

    fn guard() -> Guard {
        Guard::new([HOST.to_owned()], 4000).expect("random numbers")
    }

    fn cookie(guard: &Guard) -> String {
        let header = guard.set_cookie();
        let cookie = header.split(';').next().unwrap_or_default();
        format!("other=1; {cookie}")
    }

    #[test]
    fn a_token_is_good_once() {
        let guard = guard();
        let token = guard.token();
        let request = Request {
            host: Some(HOST),
            token: Some(&token),
            ..Request::default()
        };
        assert_eq!(guard.admit(request), Ok(true));
        assert_eq!(guard.admit(request), Err(Denial::UsedToken));
        let cookie = cookie(&guard);
        let known = Request {
            cookie: Some(&cookie),
            ..request
        };
        assert_eq!(guard.admit(known), Ok(false), "a reload");
        let wrong = Request {
            token: Some("0000"),
            ..request
        };
        assert_eq!(guard.admit(wrong), Err(Denial::Stranger));
    }

    #[test]
    fn only_our_own_page_may_talk() {
        let guard = guard();
        let cookie = cookie(&guard);
        let good = Request {
            host: Some(HOST),
            origin: Some("http://127.0.0.1:4000"),
            cookie: Some(&cookie),
            token: None,
        };
        assert_eq!(guard.allow_talk(good), Ok(()));
        for (request, denial) in [
            (
                Request {
                    origin: None,
                    ..good
                },
                Denial::Origin,
            ),
            (
                Request {
                    origin: Some("http://127.0.0.1:4001"),
                    ..good
                },
                Denial::Origin,
            ),
            (
                Request {
                    origin: Some("https://127.0.0.1:4000"),
                    ..good
                },
                Denial::Origin,
            ),
            (
                Request {
                    origin: Some("null"),
                    ..good
                },
                Denial::Origin,
            ),
            (
                Request {
                    cookie: Some("ringstack-4000=00"),
                    ..good
                },
                Denial::Stranger,
            ),
            (
                Request {
                    cookie: None,
                    ..good
                },
                Denial::Stranger,
            ),
            (
                Request {
                    host: Some("evil.example:4000"),
                    origin: Some("http://evil.example:4000"),
                    ..good
                },
                Denial::Host,
            ),
            (Request { host: None, ..good }, Denial::Origin),
        ] {
            assert_eq!(guard.allow_talk(request), Err(denial), "{request:?}");
        }
    }

    #[test]
    fn secrets_differ() {
        assert_ne!(guard().token(), guard().token());
        assert!(!same("abc", "abcd") && !same("abc", "abd") && same("abc", "abc"));
    }
}
