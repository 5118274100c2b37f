//! Answers in plain words, as one would say them at the table.

use crate::event::Target;
use crate::field::{Edge, ElementId, Field, Side};
use crate::moves::Plan;
use crate::order::{Answer, Facet, Manner, MoveOrder, Placement, Step};
use crate::say;
use crate::scenario::TerrainKind;
use crate::scenario::ground::{FEATURES, in_words};
use crate::words::{self, long_paces};
use ::words::{Joint, Message};

/// What the styles of a ready deployment are called, in their order.
pub(super) fn styles() -> [Message; 5] {
    [
        say!("style-line"),
        say!("style-two-ranks"),
        say!("style-held-back"),
        say!("style-cavalry-in-reserve"),
        say!("style-three-ranks"),
    ]
}

/// One after the other.
fn then(all: impl IntoIterator<Item = Message>) -> Message {
    all.into_iter().reduce(|before, item| say!("and-then", before, item)).unwrap_or_default()
}

fn steps(s: &[Step]) -> Message {
    then(s.iter().map(|s| match *s {
        Step::Advance(p) => say!("step-advance", far = long_paces(p)),
        Step::WheelLeft(a) => say!("step-wheel-left", degrees = ::words::whole(a)),
        Step::WheelRight(a) => say!("step-wheel-right", degrees = ::words::whole(a)),
    }))
}

/// A facet of an enemy, as one names it.
pub(super) fn against(foe: Target, on: Facet) -> Message {
    match on {
        Facet::Front => say!("front-of", foe),
        Facet::LeftFlank => say!("left-flank-of", foe),
        Facet::RightFlank => say!("right-flank-of", foe),
        Facet::Rear => say!("rear-of", foe),
        Facet::Overlap => say!("overlap-of", foe),
    }
}

/// A move in words: what is done, and what it takes.
pub(super) fn order(f: &Field, o: &MoveOrder, plan: Option<&Plan>) -> Message {
    let who = words::list(&o.elements);
    let stays = match &o.how {
        Manner::Legs(legs) => legs.is_empty(),
        Manner::Group(s) | Manner::Column(s) => s.is_empty(),
        _ => false,
    };
    let mut out = if stays && o.dismount {
        say!("do-dismount", who)
    } else {
        let goes = manner(f, o, plan, who);
        if o.dismount { say!("and-dismount", goes) } else { goes }
    };
    if !o.with.is_empty() {
        out = say!("order-with", order = out, with = words::list(&o.with));
    }
    match (&o.against, plan.is_some_and(|p| p.contacts)) {
        (Some(a), _) => out = say!("order-against", order = out, against = against(a.foe, a.on)),
        (None, true) => out = say!("order-into-contact", order = out),
        (None, false) => {}
    }
    match plan.filter(|p| p.cost > 1) {
        Some(p) => say!("order-costs", order = out, points = p.cost),
        None => out,
    }
}

/// Where they go and how.
fn manner(f: &Field, o: &MoveOrder, plan: Option<&Plan>, who: Message) -> Message {
    match &o.how {
        Manner::Legs(legs) => {
            let first = o.elements.first().and_then(|id| f.get(*id));
            let far = plan.map(|p| long_paces(p.paces));
            let Some((e, to)) = first.zip(legs.last()) else { return on(who, far) };
            let turned = (e.base.pose().facing - to.facing + 540.0).rem_euclid(360.0) - 180.0;
            let back = e.base.local(table::v2(to.x, to.y)).y < -1.0;
            let there = table::Base::new(*to, e.base.width, e.base.depth).centre();
            let still = e.base.centre().dist(there) < 1.0;
            let wind = words::compass(to.facing);
            match (turned.abs() > 1.0, still, back, far) {
                (true, true, ..) => say!("do-turn", who, wind),
                (true, _, _, Some(far)) => say!("do-move-to-face", who, far, wind),
                (true, _, _, None) => say!("do-move-somewhere-to-face", who, wind),
                (false, _, true, Some(far)) => say!("do-move-back", who, far),
                (false, _, true, None) => say!("do-move-back-somewhere", who),
                (false, _, false, far) => on(who, far),
            }
        }
        Manner::Group(s) => match s[..] {
            [Step::Advance(p)] => say!("do-advance", who, far = long_paces(p)),
            [Step::WheelLeft(a)] => say!("do-wheel-left", who, degrees = ::words::whole(a)),
            [Step::WheelRight(a)] => say!("do-wheel-right", who, degrees = ::words::whole(a)),
            _ => say!("do-steps", who, steps = steps(s)),
        },
        Manner::Column(s) => say!("do-column", who, steps = steps(s)),
        Manner::FormColumn(s) => say!("do-form-column", who, steps = steps(s)),
        Manner::Road(p) => say!("do-road", who, far = long_paces(*p)),
        Manner::BreakOff => {
            let here = o.elements.first().filter(|id| f.get(**id).is_some());
            match here.and_then(|id| f.front_opponent(*id)) {
                Some(foe) => say!("do-break-off-from", who, foe),
                None => say!("do-break-off", who),
            }
        }
    }
}

fn on(who: Message, far: Option<Message>) -> Message {
    match far {
        Some(far) => say!("do-move", who, far),
        None => say!("do-move-somewhere", who),
    }
}

fn command(f: &Field, side: Side, c: u8) -> Message {
    words::command(f, side, c)
}

/// Which commands are placed.
fn placed(f: &Field, side: Side, all: &[Placement]) -> Message {
    let mut c: Vec<u8> = all.iter().filter_map(|p| f.get(p.element)).map(|e| e.command).collect();
    c.sort_unstable();
    c.dedup();
    if c.len() == f.army(side).commands.len() && c.len() > 1 {
        return say!("the-whole-army");
    }
    words::list(&c.iter().map(|c| command(f, side, *c)).collect::<Vec<_>>())
}

/// Any answer of a side in words. `style` is that of a ready deployment.
pub(super) fn answer(f: &Field, side: Side, a: &Answer, plan: Option<&Plan>, style: usize) -> Message {
    match a {
        Answer::LayTerrain { terrain } => ground(terrain),
        Answer::ChooseEdge { edge } => match edge {
            Edge::South => say!("do-come-from-south"),
            Edge::North => say!("do-come-from-north"),
        },
        Answer::PlaceCamp { x, width, depth } => {
            let (x, width, depth) = (::words::whole(*x), ::words::whole(*width), ::words::whole(*depth));
            say!("do-camp", x, width, depth)
        }
        Answer::Rank { order } => {
            let mut names = order.iter().map(|n| command(f, side, n.saturating_sub(1)));
            match names.next() {
                Some(first) => then([say!("do-rank", first)].into_iter().chain(names)),
                None => say!("do-not-rank"),
            }
        }
        Answer::Deploy { elements } => {
            let who = placed(f, side, elements);
            match styles().into_iter().nth(style) {
                Some(how) => say!("do-deploy-so", who, how),
                None => say!("do-deploy", who),
            }
        }
        Answer::Move(o) => order(f, o, plan),
        Answer::EndMoves => say!("do-end-moves"),
        Answer::Call { target } => say!("do-call", target = words::whom(f, *target)),
        Answer::Shoot { main, with } if with.is_empty() => say!("do-shoot", main = words::whom(f, *main)),
        Answer::Shoot { main, with } => {
            say!("do-shoot-supported", main = words::whom(f, *main), with = words::list(with))
        }
        Answer::HoldFire => say!("do-hold-fire"),
        Answer::Fight { element, against } => {
            say!("do-fight", who = words::who(f, *element), against = words::whom(f, *against))
        }
    }
}

/// A battlefield in a line: its kind and what lies on it.
fn ground(t: &serde_json::Value) -> Message {
    let name = |v: &serde_json::Value, key: &str| v.get(key).and_then(|k| k.as_str()).map(str::to_owned);
    let list = |key: &str| t.get(key).and_then(|a| a.as_array()).into_iter().flatten();
    let mut lies: Vec<(Message, usize)> = Vec::new();
    let mut count = |what: Message, n: usize| match lies.iter_mut().find(|(w, _)| *w == what) {
        Some((_, of)) => *of += n,
        None if n > 0 => lies.push((what, n)),
        None => {}
    };
    for a in list("area") {
        let kind = name(a, "kind").unwrap_or_default();
        let known = FEATURES.iter().find(|(word, _)| *word == kind);
        count(known.map_or_else(|| Message::verbatim(kind.clone()), |(_, f)| in_words(*f)), 1);
    }
    count(say!("the-river"), list("river").count());
    count(say!("the-road"), list("road").count());
    count(say!("the-waterway"), usize::from(t.get("waterway").is_some_and(|w| !w.is_null())));
    let known = TerrainKind::ALL.into_iter().find(|k| Some(::muster::name_of(k)) == name(t, "type"));
    let kind = known.map_or_else(|| say!("country"), terrain_kind);
    if lies.is_empty() {
        return say!("ground-open", kind);
    }
    let all = lies.into_iter().map(|(what, n)| if n == 1 { what } else { say!("so-many-of", n, what) });
    say!("ground-of", kind, all = ::words::list(all, Joint::Comma))
}

fn terrain_kind(k: TerrainKind) -> Message {
    match k {
        TerrainKind::Farmland => say!("country-farmland"),
        TerrainKind::Woodland => say!("country-woodland"),
        TerrainKind::Mountains => say!("country-mountains"),
        TerrainKind::Steppe => say!("country-steppe"),
        TerrainKind::Desert => say!("country-desert"),
        TerrainKind::Tropics => say!("country-tropics"),
        TerrainKind::Coast => say!("country-coast"),
    }
}

/// The pieces that an answer is about.
pub(super) fn pieces(a: &Answer) -> Vec<String> {
    let ids = |e: &[ElementId]| e.iter().map(ToString::to_string).collect::<Vec<_>>();
    match a {
        Answer::Move(o) => {
            let mut out = ids(&o.elements);
            out.extend(ids(&o.with));
            out.extend(o.against.map(|x| x.foe.to_string()));
            out
        }
        Answer::Deploy { elements } => elements.iter().map(|p| p.element.to_string()).collect(),
        Answer::Call { target } => vec![target.to_string()],
        Answer::Shoot { main, with } => {
            let mut out = vec![main.to_string()];
            out.extend(ids(with));
            out
        }
        Answer::Fight { element, against } => vec![element.to_string(), against.to_string()],
        _ => Vec::new(),
    }
}
