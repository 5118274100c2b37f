//! What stands before every request: under which name we are called, from which page, how often; and what every reply says
//! to the browser about itself.

use crate::App;
use crate::ask::{From, Known};
use crate::failure::{Failure, Reply};
use crate::fair::Who;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use http_body_util::BodyExt;
use hyper::body::Body as _;
use ipnet::IpNet;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The page's own files and nothing else.
const CONTENT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
frame-ancestors 'none'";

/// How much is allowed: so many at once, and so many more each second.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub at_once: u32,
    pub each_second: f64,
}

/// The limits, generous for play.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// All requests of one address.
    pub address: Rate,
    /// All requests with one token.
    pub token: Rate,
    /// Battles begun or imported by one address.
    pub begin: Rate,
    /// Wrong tokens from one address.
    pub wrong: Rate,
    /// Rulings and odds asked by one address: odds may walk millions of ways.
    pub odds: Rate,
    /// What one seat says.
    pub chat: Rate,
    /// Requests under way of one address, but for those of a seat.
    pub at_once_address: usize,
    /// Requests under way of one seat.
    pub at_once_seat: usize,
}

impl Default for Rates {
    fn default() -> Rates {
        let rate = |at_once, each_second| Rate { at_once, each_second };
        Rates {
            address: rate(1000, 300.0),
            token: rate(400, 100.0),
            begin: rate(100, 1.0),
            wrong: rate(60, 1.0),
            odds: rate(100, 20.0),
            chat: rate(20, 1.0),
            at_once_address: 64,
            at_once_seat: 16,
        }
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    Address(IpAddr),
    Seat(Who),
    Begin(IpAddr),
    Wrong(IpAddr),
    Odds(IpAddr),
    Chat(u64),
}

/// No more counts of one kind are kept; when there are too many, those that are full again are forgotten.
const MOST_COUNTS: usize = 10_000;

/// Counts requests of one kind, by who makes them.
#[derive(Debug)]
struct Limit<K: Clone + Hash + Eq>(RateLimiter<K, HashMapStateStore<K>, DefaultClock>);

impl<K: Clone + Hash + Eq> Limit<K> {
    fn new(rate: Rate) -> Limit<K> {
        // A rate of nothing would be a period without end.
        let period = Duration::from_secs_f64(1.0 / rate.each_second.max(0.001)).max(Duration::from_nanos(1));
        let at_once = NonZeroU32::new(rate.at_once).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::with_period(period).unwrap_or(Quota::per_second(at_once)).allow_burst(at_once);
        Limit(RateLimiter::hashmap(quota))
    }

    fn count(&self, who: &K) -> Reply<()> {
        if self.0.len() > MOST_COUNTS {
            self.0.retain_recent();
        }
        self.0.check_key(who).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.0.clock().now());
            Failure::slow_down(wait.as_secs_f64().ceil().max(1.0) as u32)
        })
    }
}

/// Counts requests and says who has to wait.
#[derive(Debug)]
pub struct Counter {
    address: Limit<IpAddr>,
    seat: Limit<Who>,
    begin: Limit<IpAddr>,
    wrong: Limit<IpAddr>,
    odds: Limit<IpAddr>,
    chat: Limit<u64>,
    under_way: UnderWay,
}

impl Counter {
    pub fn new(rates: Rates) -> Counter {
        Counter {
            address: Limit::new(rates.address),
            seat: Limit::new(rates.token),
            begin: Limit::new(rates.begin),
            wrong: Limit::new(rates.wrong),
            odds: Limit::new(rates.odds),
            chat: Limit::new(rates.chat),
            under_way: UnderWay {
                now: Arc::default(),
                most_address: rates.at_once_address,
                most_seat: rates.at_once_seat,
            },
        }
    }

    /// Counts one, or says to wait.
    pub fn count(&self, what: Counted) -> Reply<()> {
        match what {
            Counted::Address(who) => self.address.count(&who),
            Counted::Seat(who) => self.seat.count(&who),
            Counted::Begin(who) => self.begin.count(&who),
            Counted::Wrong(who) => self.wrong.count(&who),
            Counted::Odds(who) => self.odds.count(&who),
            Counted::Chat(seat) => self.chat.count(&seat),
        }
    }
}

/// Requests under way, by who made them.
#[derive(Debug)]
struct UnderWay {
    now: Arc<Mutex<HashMap<Who, usize>>>,
    most_address: usize,
    most_seat: usize,
}

/// A request under way; it counts until this is dropped.
#[derive(Debug)]
struct Admitted {
    of: Arc<Mutex<HashMap<Who, usize>>>,
    who: Who,
}

impl UnderWay {
    /// One more, or too many.
    fn begin(&self, who: Who) -> Reply<Admitted> {
        let most = if who.seat == 0 { self.most_address } else { self.most_seat };
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let n = now.entry(who).or_default();
        if *n >= most {
            return Err(Failure::slow_down(1));
        }
        *n += 1;
        Ok(Admitted { of: self.now.clone(), who })
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut now = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = now.get_mut(&self.who) {
            *n -= 1;
            if *n == 0 {
                now.remove(&self.who);
            }
        }
    }
}

/// Proxies that stand before the server: of what comes from them the address that they forward counts.
#[derive(Clone, Debug, Default)]
pub struct Proxies(pub Vec<IpNet>);

impl Proxies {
    /// Does it come from one of them?
    pub fn is_one(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.0.iter().any(|net| net.contains(&peer))
    }

    /// Where a request comes from: the last address on its way that is none of the proxies'. What anybody else forwards is not believed.
    fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.is_one(peer) {
            return peer;
        }
        let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|v| v.to_str().ok());
        let way: Vec<&str> = forwarded.flat_map(|v| v.split(',')).map(str::trim).collect();
        let mut known = way.iter().rev().map_while(|a| a.parse::<IpAddr>().ok());
        known.find(|a| !self.is_one(*a)).unwrap_or(peer)
    }
}

/// One caller's address. A household has a whole /64 of the newer kind.
pub fn address(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(a) => {
            let s = a.segments();
            IpAddr::V6(Ipv6Addr::new(s[0], s[1], s[2], s[3], 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

/// The host without its port.
fn without_port(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(h, _)| h),
    }
}

/// A name that some other site points at this machine is not ours; an address cannot be so bent.
fn is_ours(host: &str, names: &[String]) -> bool {
    let h = without_port(host);
    h.parse::<IpAddr>().is_ok()
        || h.eq_ignore_ascii_case("localhost")
        || names.iter().any(|n| n.eq_ignore_ascii_case(h))
}

/// Refuses what comes under a foreign name, and what a foreign page sends.
fn check(method: &Method, headers: &HeaderMap, names: &[String]) -> Reply<()> {
    let text = |n: HeaderName| headers.get(n).map(|v| v.to_str().unwrap_or("?"));
    let host = text(header::HOST).unwrap_or_default();
    if !is_ours(host, names) {
        return Err(Failure::forbidden(text!("server-not-called-name")));
    }
    let changes = !matches!(*method, Method::GET | Method::HEAD) || headers.contains_key(header::UPGRADE);
    if !changes {
        return Ok(());
    }
    let ours = |o: &str| o.split_once("://").is_some_and(|(_, h)| h.eq_ignore_ascii_case(host));
    if text(header::ORIGIN).is_some_and(|o| !ours(o)) {
        return Err(Failure::forbidden(text!("requests-other-sites-not")));
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|s| !matches!(s, "same-origin" | "none")) {
        return Err(Failure::forbidden(text!("requests-other-sites-not")));
    }
    Ok(())
}

/// The token that a request carries.
fn bearer(headers: &HeaderMap) -> &str {
    let given = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()).unwrap_or_default();
    match given.split_once(' ') {
        Some((scheme, t)) if scheme.eq_ignore_ascii_case("bearer") => t.trim(),
        _ => "",
    }
}

/// Lets a request in, or says why not, before anything more of it is read. A right secret is counted by itself: whatever others do at
/// the same address, it is heard.
async fn admit(app: &App, from: IpAddr, request: &mut Request) -> Reply<Admitted> {
    check(request.method(), request.headers(), &app.names)?;
    let token = bearer(request.headers()).to_owned();
    let seat = if token.is_empty() { None } else { app.hall.seat(from, &token).await? };
    let who = match seat {
        Some((row, who)) => {
            app.counter.count(Counted::Seat(who))?;
            request.extensions_mut().insert(Known(row, who));
            who
        }
        None => {
            app.counter.count(Counted::Address(from))?;
            Who { address: from, seat: 0 }
        }
    };
    request.extensions_mut().insert(From(from));
    app.counter.under_way.begin(who)
}

/// Stands before every request.
pub async fn stand(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let origin = app.proxies.origin(peer.ip(), request.headers());
    // What never leaves this machine gains nothing by being made small.
    if origin.to_canonical().is_loopback() && request.uri().path().starts_with("/api/") {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    let mut reply = match admit(&app, address(origin), &mut request).await {
        Ok(admitted) => {
            let mut reply = next.run(request).await;
            if let Some(length @ 1..) = reply.body().size_hint().exact() {
                reply.headers_mut().insert(header::CONTENT_LENGTH, length.into());
            }
            // It is under way until all of the reply is sent.
            reply.map(|body| {
                Body::new(body.map_frame(move |frame| {
                    let _ = &admitted;
                    frame
                }))
            })
        }
        Err(f) => f.into_response(),
    };
    let h = reply.headers_mut();
    let always = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
        ),
    ];
    for (name, value) in always {
        h.insert(name, HeaderValue::from_static(value));
    }
    h.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(CONTENT));
    h.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_names_and_pages_are_refused() {
        let names = ["club.example".to_string()];
        for good in ["127.0.0.1:8642", "localhost:8642", "[::1]:8642", "192.168.1.4", "club.example:80"] {
            assert!(is_ours(good, &names), "{good}");
        }
        for bad in
            ["", "evil.example", "localhost.evil.example:8642", "127.0.0.1.evil.example", "club.example.x"]
        {
            assert!(!is_ours(bad, &names), "{bad}");
        }
        let ask = |method, list: &[(&'static str, &'static str)]| {
            let mut h = HeaderMap::new();
            for (n, v) in list {
                h.insert(*n, HeaderValue::from_static(v));
            }
            check(&method, &h, &[]).is_ok()
        };
        let host = ("host", "localhost:8642");
        assert!(ask(Method::POST, &[host]));
        assert!(ask(Method::POST, &[host, ("origin", "http://localhost:8642")]));
        assert!(!ask(Method::POST, &[host, ("origin", "http://localhost:9999")]));
        assert!(!ask(Method::POST, &[host, ("origin", "null")]));
        assert!(!ask(Method::POST, &[host, ("sec-fetch-site", "cross-site")]));
        assert!(!ask(Method::GET, &[host, ("upgrade", "websocket"), ("origin", "http://evil.example")]));
        assert!(ask(Method::GET, &[host, ("origin", "http://evil.example")]));
    }

    #[test]
    fn what_a_proxy_forwards_counts_and_what_others_forward_does_not() {
        let proxies = Proxies(vec!["10.0.0.0/24".parse().unwrap(), "::1/128".parse().unwrap()]);
        let origin = |peer: &str, forwarded: &[&str]| {
            let mut h = HeaderMap::new();
            for f in forwarded {
                h.append("x-forwarded-for", HeaderValue::from_str(f).unwrap());
            }
            proxies.origin(peer.parse().unwrap(), &h).to_string()
        };
        assert_eq!(origin("203.0.113.7", &["1.2.3.4"]), "203.0.113.7", "nobody's word but a proxy's");
        assert_eq!(origin("10.0.0.2", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(origin("::ffff:10.0.0.2", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(
            origin("10.0.0.2", &["9.9.9.9, 1.2.3.4"]),
            "1.2.3.4",
            "what the caller wrote himself stands first"
        );
        assert_eq!(origin("10.0.0.2", &["1.2.3.4, 10.0.0.9"]), "1.2.3.4", "through two of ours");
        assert_eq!(origin("10.0.0.2", &["1.2.3.4", "5.6.7.8"]), "5.6.7.8", "in two headers");
        assert_eq!(
            origin("10.0.0.2", &["1.2.3.4, nonsense"]),
            "10.0.0.2",
            "nobody is hidden behind what cannot be read"
        );
        assert_eq!(origin("10.0.0.2", &[]), "10.0.0.2");
        assert_eq!(origin("10.0.1.2", &["1.2.3.4"]), "10.0.1.2", "just outside");
    }

    #[test]
    fn so_many_at_once_and_no_more() {
        let c = Counter::new(Rates { at_once_seat: 2, at_once_address: 1, ..Rates::default() });
        let me = Who { address: IpAddr::from([127, 0, 0, 1]), seat: 7 };
        let nobody = Who { seat: 0, ..me };
        let (one, two) = (c.under_way.begin(me).unwrap(), c.under_way.begin(me).unwrap());
        assert!(c.under_way.begin(me).is_err());
        let third = c.under_way.begin(nobody).expect("a seat's are not the address's");
        assert!(c.under_way.begin(nobody).is_err());
        drop(one);
        assert!(c.under_way.begin(me).is_ok());
        drop((two, third));
        assert!(c.under_way.now.lock().unwrap().is_empty());
    }

    #[test]
    fn a_bucket_empties_and_fills() {
        let rate = Rate { at_once: 3, each_second: 1000.0 };
        let c = Counter::new(Rates { wrong: rate, ..Rates::default() });
        let me = Counted::Wrong(IpAddr::from([127, 0, 0, 1]));
        let granted = (0..100).filter(|_| c.count(me).is_ok()).count();
        assert!((3..100).contains(&granted), "{granted}");
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(c.count(me).is_ok());
    }
}
