//! The door: who is let in, how many from one address and in all, and how long anybody may be silent. Where there is no room left, whoever
//! has been idle longest goes, so that silent connections never shut the door on others.

use crate::guard::Proxies;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tower::Service;

/// How many may come, and how long they may take.
#[derive(Clone, Copy, Debug)]
pub struct Doors {
    /// Connections of one address. Those of a proxy are many people's.
    pub each_address: usize,
    /// Connections in all. Fewer where the system allows fewer.
    pub all: usize,
    /// How long the head of a request may take, or the next one to come.
    pub head: Duration,
    /// How long the rest of a request may take.
    pub body: Duration,
    /// How long requests that are under way are waited for at the end.
    pub end: Duration,
    /// How long whoever asks too much waits until he is told so: whoever does not wait by himself must not keep others waiting. Meanwhile his
    /// connection is idle, and goes when others need the room.
    pub refusal: Duration,
}

impl Default for Doors {
    fn default() -> Doors {
        Doors {
            each_address: 256,
            all: 10_000,
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            end: Duration::from_secs(5),
            refusal: Duration::from_millis(500),
        }
    }
}

/// Files that are no connections: the store's, and a few more.
#[cfg(target_os = "linux")]
const OTHER_FILES: u64 = 128;

/// As many connections as the system lets a program have, up to so many.
#[cfg(target_os = "linux")]
fn allowed(all: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = all as u64 + OTHER_FILES;
    let most = maximum.map_or(wanted, |m| m.min(wanted));
    let current = match current {
        Some(c) if c < most => match setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum }) {
            Ok(()) => most,
            Err(_) => c,
        },
        Some(c) => c.min(wanted),
        None => wanted,
    };
    current.saturating_sub(OTHER_FILES).max(8) as usize
}

#[cfg(not(target_os = "linux"))]
fn allowed(all: usize) -> usize {
    all
}

/// One connection.
#[derive(Debug)]
struct Seen {
    /// Requests under way on it, or a live connection that has a seat.
    busy: AtomicUsize,
    /// Since when it is idle.
    idle: Mutex<Instant>,
    leave: Notify,
}

/// Who is inside.
#[derive(Debug, Default)]
struct Inside {
    all: usize,
    by: HashMap<IpAddr, Vec<Arc<Seen>>>,
}

impl Inside {
    /// Whoever at the address has been idle longest.
    fn longest_idle(&self, from: IpAddr) -> Option<(Instant, Arc<Seen>)> {
        let idle = self.by.get(&from)?.iter().filter(|s| s.busy.load(Ordering::Acquire) == 0);
        let since = |s: &Arc<Seen>| *s.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.map(|s| (since(s), s.clone())).min_by_key(|(since, _)| *since)
    }

    fn remove(&mut self, from: IpAddr, seen: &Arc<Seen>) {
        let Some(there) = self.by.get_mut(&from) else { return };
        let before = there.len();
        there.retain(|s| !Arc::ptr_eq(s, seen));
        self.all -= before - there.len();
        if there.is_empty() {
            self.by.remove(&from);
        }
    }
}

/// The door with all who are inside.
#[derive(Clone, Debug)]
pub struct Door {
    limits: Doors,
    inside: Arc<Mutex<Inside>>,
}

/// A connection that was let in; it counts until this is dropped.
#[derive(Debug)]
pub struct Guest {
    door: Door,
    from: IpAddr,
    seen: Arc<Seen>,
}

/// Something that is under way on a connection.
#[derive(Debug)]
pub struct Busy(Arc<Guest>);

impl Guest {
    /// Notes that something is under way, so that the connection is not ended for another.
    pub fn busy(self: &Arc<Guest>) -> Busy {
        self.seen.busy.fetch_add(1, Ordering::AcqRel);
        Busy(self.clone())
    }

    /// Waits as long as whoever asks too much has to.
    pub async fn wait(&self) {
        tokio::time::sleep(self.door.limits.refusal).await;
    }

    /// Waits until he must go to make room.
    pub async fn must_leave(&self) {
        self.seen.leave.notified().await;
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        *self.0.seen.idle.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.seen.busy.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.door.inside.lock().unwrap_or_else(PoisonError::into_inner).remove(self.from, &self.seen);
    }
}

impl Door {
    pub fn new(mut limits: Doors) -> Door {
        limits.all = allowed(limits.all);
        Door { limits, inside: Arc::default() }
    }

    /// Lets somebody in, if need be in the place of whoever has been idle longest. Nobody, where all have something under way.
    fn enter(&self, from: IpAddr, of_many: bool) -> Option<Arc<Guest>> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let there = inside.by.get(&from).map_or(0, Vec::len);
        if !of_many && there >= self.limits.each_address {
            let (_, goes) = inside.longest_idle(from)?;
            goes.leave.notify_one();
            inside.remove(from, &goes);
        } else if inside.all >= self.limits.all {
            let longest = inside.by.keys().filter_map(|a| Some((inside.longest_idle(*a)?, *a)));
            let ((_, goes), whose) = longest.min_by_key(|((since, _), _)| *since)?;
            goes.leave.notify_one();
            inside.remove(whose, &goes);
        }
        let seen = Arc::new(Seen {
            busy: AtomicUsize::new(0),
            idle: Mutex::new(Instant::now()),
            leave: Notify::new(),
        });
        inside.by.entry(from).or_default().push(seen.clone());
        inside.all += 1;
        Some(Arc::new(Guest { door: self.clone(), from, seen }))
    }

    /// Serves whoever comes until told to end; then whatever is under way is finished.
    pub async fn serve(
        &self,
        listener: TcpListener,
        proxies: &Proxies,
        router: Router,
        end: impl Future<Output = ()>,
    ) {
        let mut end = std::pin::pin!(end);
        let ending = watch::Sender::new(false);
        let mut connections = JoinSet::new();
        loop {
            while connections.try_join_next().is_some() {}
            let (tcp, peer) = tokio::select! {
                come = listener.accept() => match come {
                    Ok(come) => come,
                    // Whoever broke off is nobody; and where there are no files left there are some in a moment.
                    Err(_) => {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                        continue;
                    }
                },
                () = &mut end => break,
            };
            let Some(guest) = self.enter(crate::guard::address(peer.ip()), proxies.is_one(peer.ip())) else {
                continue;
            };
            // Small replies must not wait for more to be sent with them.
            let _ = tcp.set_nodelay(true);
            let head = self.limits.head;
            connections.spawn(speak(tcp, peer, guest, router.clone(), head, ending.subscribe()));
        }
        drop(listener);
        ending.send_replace(true);
        // Live connections never end by themselves: the server does not wait for them.
        let finished = async { while connections.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(self.limits.end, finished).await;
    }
}

/// Speaks with one connection until it ends, must go, or the server ends and what is under way is finished.
async fn speak(
    tcp: TcpStream,
    peer: SocketAddr,
    guest: Arc<Guest>,
    router: Router,
    head: Duration,
    mut ending: watch::Receiver<bool>,
) {
    let of = guest.clone();
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let busy = of.busy();
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(of.clone());
        let reply = router.clone().call(request);
        let of = of.clone();
        async move {
            let reply = reply.await;
            drop(busy);
            if reply.as_ref().is_ok_and(|r| r.status() == StatusCode::TOO_MANY_REQUESTS) {
                of.wait().await;
            }
            reply
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .serve_connection(TokioIo::new(tcp), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut told = false;
    loop {
        tokio::select! {
            // One that breaks off is nobody's fault.
            _ = connection.as_mut() => return,
            () = guest.must_leave() => return,
            _ = ending.wait_for(|e| *e), if !told => {
                told = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn door(each_address: usize, all: usize) -> Door {
        let limits = Doors { each_address, all, ..Doors::default() };
        Door { limits, inside: Arc::default() }
    }

    fn from(n: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, n])
    }

    #[test]
    fn the_longest_idle_goes_and_who_is_busy_stays() {
        let d = door(2, 100);
        let first = d.enter(from(1), false).unwrap();
        let second = d.enter(from(1), false).unwrap();
        let busy = first.busy();
        let third = d.enter(from(1), false).expect("the second is idle");
        assert!(first.must_leave().now_or_never().is_none());
        assert!(second.must_leave().now_or_never().is_some());
        let third_busy = third.busy();
        assert!(d.enter(from(1), false).is_none(), "both have something under way");
        assert!(d.enter(from(2), false).is_some(), "others come in");
        assert!(d.enter(from(1), true).is_some(), "a proxy's are many people's");
        drop((busy, third_busy));
        assert!(d.enter(from(1), false).is_some());
    }

    #[test]
    fn a_full_house_lets_somebody_in_for_whoever_is_idle_anywhere() {
        let d = door(100, 3);
        let there: Vec<_> = (0..3).map(|n| d.enter(from(n), false).unwrap()).collect();
        let busy = there[0].busy();
        assert!(d.enter(from(9), false).is_some());
        assert!(there[1].must_leave().now_or_never().is_some());
        assert!(there[0].must_leave().now_or_never().is_none());
        drop(busy);
    }

    #[test]
    fn who_left_counts_no_more() {
        let d = door(2, 4);
        for _ in 0..20 {
            let guest = d.enter(from(1), false).unwrap();
            let busy = guest.busy();
            drop((guest, busy));
        }
        assert_eq!(d.inside.lock().unwrap().all, 0);
        assert!(d.inside.lock().unwrap().by.is_empty());
    }
}
