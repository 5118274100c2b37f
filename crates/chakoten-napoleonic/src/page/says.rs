//! Orders in words, without a length: nobody is told how far anything is (03.02.12).

use crate::order::{Leg, Method, MinePart, Order, Until, Way, WorkOrder};
use crate::troop::Gait;
use crate::{say, words as told};
use words::{Arg, Message};

/// An order as a person would say it, a line for each part of it.
pub(super) fn order(o: &Order) -> Vec<Message> {
    let mut all = Vec::new();
    if let Some(a) = &o.attack {
        all.push(match &a.target {
            Some(target) => say!("does-attack-at", target),
            None => say!("does-attack"),
        });
        all.extend(a.then.iter().map(|target| say!("does-attack-then", target)));
    }
    all.extend(o.legs.iter().map(leg));
    all.extend(o.fire.as_ref().map(|f| say!("does-fire", fire = told::fire(f))));
    all.extend(o.supports.as_ref().map(|unit| say!("does-support", unit)));
    if all.is_empty() {
        all.push(say!("does-stand"));
    }
    all
}

fn gait(g: Gait, march: Message, charge: Message) -> Message {
    if g == Gait::Charge { charge } else { march }
}

fn until(u: &Until, goes: Message) -> Message {
    match u {
        Until::End => goes,
        Until::Turns(part) => say!("goes-for-part", goes, part = words::decimals(*part, 2)),
        Until::Cm(_) | Until::Place(_) => say!("goes-to-place", goes),
    }
}

fn turn(degrees: f64, right: fn(Arg) -> Message, left: fn(Arg) -> Message) -> Message {
    let d = words::whole(degrees.abs());
    if degrees < 0.0 { left(d) } else { right(d) }
}

fn leg(l: &Leg) -> Message {
    match l {
        Leg::March { way, gait: g, until: u } => {
            let goes = match way {
                Way::Ahead => gait(*g, say!("does-march"), say!("does-charge")),
                Way::Back => say!("does-move-back"),
                Way::Left => say!("does-move-left"),
                Way::Right => say!("does-move-right"),
            };
            until(u, goes)
        }
        Leg::Arrow { degrees, gait: g, until: u } => {
            let degrees = || words::whole(*degrees);
            let march = say!("does-march-arrow", degrees = degrees());
            let goes = gait(*g, march, say!("does-charge-arrow", degrees = degrees()));
            until(u, goes)
        }
        Leg::To { gait: g, .. } => gait(*g, say!("does-march-to"), say!("does-charge-to")),
        Leg::Road { road, until: u } => until(u, say!("does-follow-road", road)),
        Leg::Pivot { degrees } => turn(
            *degrees,
            |d| say!("does-pivot-right", degrees = d),
            |d| say!("does-pivot-left", degrees = d),
        ),
        Leg::Rotate { degrees } => turn(
            *degrees,
            |d| say!("does-rotate-right", degrees = d),
            |d| say!("does-rotate-left", degrees = d),
        ),
        Leg::About => say!("does-face-about"),
        Leg::FaceSquare { degrees: None } => say!("does-face-outward"),
        Leg::FaceSquare { degrees: Some(d) } => say!("does-face-square", degrees = words::whole(*d)),
        Leg::Form { formation, files: Some(files), .. } => say!("does-form-front", formation, files),
        Leg::Form { formation, .. } => say!("does-form", formation),
        Leg::Limber { column: true, about: true } => say!("does-limber-column-about"),
        Leg::Limber { about: true, .. } => say!("does-limber-about"),
        Leg::Limber { column: true, .. } => say!("does-limber-column"),
        Leg::Limber { .. } => say!("does-limber"),
        Leg::Unlimber { about: true } => say!("does-unlimber-about"),
        Leg::Unlimber { .. } => say!("does-unlimber"),
        Leg::MakeReady => say!("does-make-ready"),
        Leg::LeaveGuns { limbers: true } => say!("does-leave-guns-with-limbers"),
        Leg::LeaveGuns { .. } => say!("does-leave-guns"),
        Leg::Man => say!("does-man-guns"),
        Leg::SendOut { code, figures, .. } => say!("does-send-out", code, figures),
        Leg::DrawIn => say!("does-draw-in"),
        Leg::Split { code, companies, left: true } => say!("does-split-left", code, companies),
        Leg::Split { code, companies, .. } => say!("does-split-right", code, companies),
        Leg::Part { part, .. } => say!("does-part", part = words::decimals(*part, 2)),
        Leg::Join { units } => say!("does-join", units = units.join(", ")),
        Leg::Combine { units, square: true } => say!("does-combine-square", units = units.join(", ")),
        Leg::Combine { units, .. } => say!("does-combine", units = units.join(", ")),
        Leg::Disband => say!("does-disband"),
        Leg::Enter { building } => say!("does-enter", building),
        Leg::Leave { .. } => say!("does-leave"),
        Leg::Ferry { craft, empty: true, .. } => say!("does-send-craft", craft = craft.join(", ")),
        Leg::Ferry { craft, .. } => say!("does-ferry", craft = craft.join(", ")),
        Leg::MakeGap { object } => say!("does-make-gap", object),
        Leg::Work { work } => works(work),
        Leg::Resupply { wagon } => say!("does-resupply", wagon),
        Leg::Reorganise => say!("does-reorganise"),
        Leg::Stand { .. } => say!("does-wait"),
    }
}

fn works(w: &WorkOrder) -> Message {
    match w {
        WorkOrder::Build { work, .. } => say!("does-build", work = super::controls_works::called(work)),
        WorkOrder::GoOn { at } => say!("does-work-on", at),
        WorkOrder::Level { object } => say!("does-level", object),
        WorkOrder::Destroy { object, method } => match method {
            Method::Blast => say!("does-blast", object),
            Method::Burn => say!("does-burn", object),
            Method::ThrowOff => say!("does-throw-off", object),
            Method::Other => say!("does-destroy", object),
        },
        WorkOrder::Fire { object } => say!("does-fire-object", object),
        WorkOrder::PutOut { object } => say!("does-put-out", object),
        WorkOrder::Charges => say!("does-make-charges"),
        WorkOrder::Strengthen { building } => say!("does-strengthen", building),
        WorkOrder::Mine { part, .. } => match part {
            MinePart::Shaft => say!("does-dig-shaft"),
            MinePart::Gallery => say!("does-dig-gallery"),
            MinePart::Chamber => say!("does-dig-chamber"),
            MinePart::Load => say!("does-load-mine"),
        },
    }
}
