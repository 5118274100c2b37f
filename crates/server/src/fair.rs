//! Turns at something of which there is little, shared fairly: among addresses first, then among those who come from the same one. Nobody
//! waits for more than one turn of each other, and no address has all of it: something is always left for the next who comes.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// Who asks for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Who {
    pub address: IpAddr,
    /// Which of those at the address: a seat, or nobody in particular.
    pub seat: u64,
}

impl Who {
    /// The server itself.
    pub const HOUSE: Who = Who { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), seat: 0 };
}

/// Those who wait at one address, by seat, in the order in which the seats have their turns.
type Line = VecDeque<(u64, VecDeque<oneshot::Sender<Turn>>)>;

#[derive(Debug)]
struct Waiting {
    free: usize,
    /// Turns that an address has now.
    has: HashMap<IpAddr, usize>,
    /// The addresses in the order in which they have their turns.
    lines: VecDeque<(IpAddr, Line)>,
}

/// So many turns at once.
#[derive(Clone, Debug)]
pub struct Turns {
    waiting: Arc<Mutex<Waiting>>,
    /// No address has more at once.
    most: usize,
}

/// A turn. It ends when it is dropped.
#[derive(Debug)]
pub struct Turn {
    of: Turns,
    address: IpAddr,
}

impl Turns {
    /// So many at once, of which one address has all but one.
    pub fn new(at_once: usize) -> Turns {
        Turns::each(at_once, at_once.saturating_sub(1).max(1))
    }

    /// So many at once, of which one address has no more than so many.
    pub fn each(at_once: usize, most: usize) -> Turns {
        let waiting = Waiting { free: at_once, has: HashMap::new(), lines: VecDeque::new() };
        Turns { waiting: Arc::new(Mutex::new(waiting)), most }
    }

    /// Waits for a turn. Whoever does not wait any longer loses his place.
    pub async fn turn(&self, who: Who) -> Turn {
        let place = {
            let mut w = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if w.free > 0 && w.has.get(&who.address).copied().unwrap_or(0) < self.most {
                w.free -= 1;
                *w.has.entry(who.address).or_default() += 1;
                return Turn { of: self.clone(), address: who.address };
            }
            let (place, come) = oneshot::channel();
            w.join(who, place);
            come
        };
        // The sender is dropped only with all the turns.
        place.await.unwrap_or_else(|_| Turn { of: Turns::new(0), address: who.address })
    }

    /// Hands on the turns that are free, each to whoever waited longest among those who may have it.
    fn hand_on(&self) {
        loop {
            let next = {
                let mut w = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                w.next(self.most)
            };
            let Some((address, place)) = next else { return };
            // Whoever went away meanwhile gives it back, and somebody else has it.
            drop(place.send(Turn { of: self.clone(), address }));
        }
    }
}

impl Waiting {
    fn join(&mut self, who: Who, place: oneshot::Sender<Turn>) {
        let at = self.lines.iter().position(|(a, _)| *a == who.address).unwrap_or_else(|| {
            self.lines.push_back((who.address, Line::new()));
            self.lines.len() - 1
        });
        let line = &mut self.lines[at].1;
        match line.iter_mut().find(|(s, _)| *s == who.seat) {
            Some((_, places)) => places.push_back(place),
            None => line.push_back((who.seat, VecDeque::from([place]))),
        }
    }

    /// Takes whoever is next out of the line, with a turn for him.
    fn next(&mut self, most: usize) -> Option<(IpAddr, oneshot::Sender<Turn>)> {
        if self.free == 0 {
            return None;
        }
        let has = |a: &IpAddr| self.has.get(a).copied().unwrap_or(0);
        let at = self.lines.iter().position(|(a, _)| has(a) < most)?;
        let (address, mut line) = self.lines.remove(at)?;
        let (seat, mut places) = line.pop_front()?;
        let place = places.pop_front()?;
        if !places.is_empty() {
            line.push_back((seat, places));
        }
        if !line.is_empty() {
            self.lines.push_back((address, line));
        }
        self.free -= 1;
        *self.has.entry(address).or_default() += 1;
        Some((address, place))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        {
            let mut w = self.of.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            w.free += 1;
            if let Some(n) = w.has.get_mut(&self.address) {
                *n -= 1;
                if *n == 0 {
                    w.has.remove(&self.address);
                }
            }
        }
        self.of.hand_on();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn who(address: u8, seat: u64) -> Who {
        Who { address: IpAddr::from([10, 0, 0, address]), seat }
    }

    #[tokio::test]
    async fn no_address_has_every_turn() {
        let t = Turns::new(2);
        let first = t.turn(who(1, 1)).await;
        let mut second = Box::pin(t.turn(who(1, 2)));
        assert!(second.as_mut().now_or_never().is_none(), "one is left for others");
        let other = t.turn(who(2, 1)).now_or_never().expect("and others have it");
        drop(first);
        drop(second.await);
        drop(other);
    }

    #[tokio::test]
    async fn addresses_and_then_seats_have_their_turns_one_after_the_other() {
        let t = Turns::new(1);
        let held = t.turn(who(9, 0)).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut all = Vec::new();
        for (address, seat) in [(1, 1), (1, 1), (1, 1), (1, 2), (2, 1), (3, 1), (3, 1)] {
            let (t, order) = (t.clone(), order.clone());
            let mut waits = Box::pin(async move {
                let turn = t.turn(who(address, seat)).await;
                order.lock().unwrap().push((address, seat));
                drop(turn);
            });
            assert!(waits.as_mut().now_or_never().is_none());
            all.push(waits);
        }
        drop(held);
        futures_util::future::join_all(all).await;
        let order = order.lock().unwrap().clone();
        assert_eq!(order, [(1, 1), (2, 1), (3, 1), (1, 2), (3, 1), (1, 1), (1, 1)]);
    }

    #[tokio::test]
    async fn whoever_goes_away_loses_his_place_and_takes_no_turn_with_him() {
        let t = Turns::new(1);
        let held = t.turn(who(1, 1)).await;
        let mut gone = Box::pin(t.turn(who(2, 1)));
        let mut called_and_gone = Box::pin(t.turn(who(3, 1)));
        let mut stays = Box::pin(t.turn(who(4, 1)));
        assert!(gone.as_mut().now_or_never().is_none());
        assert!(called_and_gone.as_mut().now_or_never().is_none());
        assert!(stays.as_mut().now_or_never().is_none());
        drop(gone);
        drop(held);
        drop(called_and_gone);
        stays.now_or_never().expect("it is his turn");
    }
}
