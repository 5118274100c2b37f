//! What waits for a seat, as it is put to a person.

use super::{ghost, says};
use crate::battle::{Awaits, Battle};
use crate::event::Target;
use crate::field::Side;
use crate::order::Answer;
use crate::say;
use crate::{moves, scenario};
use desk::board::Ghost;
use desk::{Offered, Offers};
use table::{Base, v2};
use words::Message;

/// With more offers than this nobody looks at where each of them leads.
const MOST_GHOSTS: usize = 200;

/// Everyone's place at the end of a lawful move, with the way there.
pub(super) fn ghosts_of(p: &moves::Plan) -> Vec<Ghost> {
    let note = say!("way-costs", p = ::words::whole(p.paces), points = p.cost);
    let mut out: Vec<Ghost> = p
        .ends
        .iter()
        .map(|(id, b)| {
            let path = p.track(*id).into_iter().map(|p| [super::round(p.x), super::round(p.y)]).collect();
            Ghost { path, ..ghost(id, b, true) }
        })
        .collect();
    if let Some(g) = out.first_mut() {
        g.note = note;
    }
    out
}

impl Battle {
    fn offer(
        &self,
        side: Side,
        a: &Answer,
        plan: Option<&moves::Plan>,
        style: usize,
        draw: bool,
    ) -> Offered<Answer> {
        let f = self.field();
        let mut ghosts = Vec::new();
        let mut in_words = None;
        match a {
            Answer::Move(_) => {
                if let Some(p) = plan {
                    in_words = Some(says::answer(f, side, a, Some(p), style));
                    if draw {
                        ghosts = ghosts_of(p);
                    }
                }
            }
            Answer::Deploy { elements } if draw => {
                let bases = elements.iter().filter(|p| f.get(p.element).is_some());
                ghosts = bases.map(|p| ghost(p.element, &scenario::deploy::footprint(f, p), true)).collect();
            }
            Answer::PlaceCamp { x, width, depth } => {
                if let Ok(c) = scenario::check_camp(f, side, *x, *width, *depth) {
                    ghosts.push(super::camp::ghost_of(f, side, &c, true));
                }
            }
            Answer::ChooseEdge { edge } => {
                // A strip along the edge from which one would come.
                let out = edge.outward();
                let (_, hi) = f.board.strip(crate::field::Edge::South);
                let y = if out.y < 0.0 { hi } else { f.depth - hi };
                let b = Base { front: v2(f.width / 2.0, y), dir: -out, width: f.width, depth: hi };
                ghosts.push(ghost(format!("edge {}", side), &b, true));
            }
            _ => {}
        }
        Offered {
            says: in_words.unwrap_or_else(|| says::answer(f, side, a, None, style)),
            answer: a.clone(),
            pieces: says::pieces(a),
            ghosts,
            ends: matches!(a, Answer::EndMoves | Answer::HoldFire),
            odds: Vec::new(),
        }
    }

    /// What may be answered, as it is put to a person.
    pub(crate) fn offers_in_words(&self, side: Side, awaits: &Awaits) -> Offers<Answer> {
        let (answers, complete) = self.planned_offers(side, awaits);
        let draw = answers.len() <= MOST_GHOSTS;
        let styles = match awaits {
            Awaits::Deploy { commands, all } => super::deploy::styles(self, side, commands, *all),
            _ => Vec::new(),
        };
        let called = if let Awaits::Shoot { target, .. } = awaits { Some(*target) } else { None };
        let offers = answers
            .iter()
            .map(|(a, plan)| {
                let style = match a {
                    Answer::Deploy { elements } => {
                        styles.iter().find(|(_, e)| e == elements).map_or(usize::MAX, |(s, _)| *s)
                    }
                    _ => 0,
                };
                let mut o = self.offer(side, a, plan.as_ref(), style, draw);
                o.odds = super::odds::of_answer(self, side, called, a);
                if let Answer::Call { target } = a {
                    o.says = self.call_in_words(side, *target);
                }
                if let Awaits::Shoot { target, .. } = awaits {
                    if !o.ends {
                        o.says = say!(
                            "do-shoot-at",
                            says = o.says,
                            target = crate::words::whom(self.field(), *target)
                        );
                        o.pieces.push(target.to_string());
                    }
                }
                o
            })
            .collect();
        Offers { about: self.about(side, awaits), offers, complete }
    }

    /// A target as it is called: whose fire it draws, and from whom.
    fn call_in_words(&self, side: Side, target: Target) -> Message {
        let whom = crate::words::whom(self.field(), target);
        let by: Vec<Message> = self.aiming_at(target).into_iter().map(Into::into).collect();
        let by = crate::words::list(&by);
        if target.side() == side {
            say!("do-call-enemy-fire", whom, by)
        } else {
            say!("do-call-own-fire", whom, by)
        }
    }

    /// The question in words.
    pub(crate) fn asks_in_words(&self, side: Side, awaits: &Awaits) -> Message {
        match awaits {
            Awaits::Shoot { target, .. } => {
                say!("shoot-hold-your-fire", whom = crate::words::whom(self.field(), *target))
            }
            Awaits::Deploy { commands, all: false } => {
                let each = |c: &u8| crate::words::command(self.field(), side, *c);
                let either = commands.iter().map(each).reduce(|before, item| say!("or-else", before, item));
                say!("deploy-one-command", names = either.unwrap_or_default())
            }
            Awaits::Rank => {
                say!("fix-secret-which-command-always")
            }
            Awaits::Terrain => say!("lay-terrain"),
            Awaits::Edge => say!("choose-your-base-edge"),
            Awaits::Camp => say!("place-your-camp-your-base"),
            Awaits::Deploy { .. } => say!("set-up-your-whole-army"),
            Awaits::Move => say!("make-move-end-your-moves"),
            Awaits::Call { .. } => {
                let active = crate::words::side(self.field(), self.field().active);
                say!("call-next-target-shot", active)
            }
            Awaits::Fight { .. } => say!("pick-next-close-combat"),
        }
    }
}
