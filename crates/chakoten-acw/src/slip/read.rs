//! Reading a slip.

use super::{LONGEST, SlipError, is_word};
use crate::order::{Aim, FireOrder, Moment, MoveOrder, Order, PartFire, Ref, Step, Work};
use crate::say;
use crate::troop::{Ammunition, Formation, RepairItem};
use words::Message;

/// A word, a name in quotes, or a mark.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Quoted(String),
    Mark(char),
}

struct Slip {
    tokens: Vec<(usize, Token)>,
    at: usize,
    end: usize,
}

type Read<T> = Result<T, SlipError>;

/// Reads an order slip.
pub fn parse(text: &str) -> Read<Order> {
    if text.len() > LONGEST {
        return Err(SlipError {
            place: LONGEST + 1,
            word: "...".into(),
            expected: say!("slip-most-characters", longest = LONGEST),
        });
    }
    let mut s = Slip { tokens: tokens(text)?, at: 0, end: text.chars().count() + 1 };
    let order = s.order()?;
    if s.at < s.tokens.len() {
        return Err(s.wrong(say!("order-ends-before-steps")));
    }
    Ok(order)
}

fn tokens(text: &str) -> Read<Vec<(usize, Token)>> {
    let mut all = Vec::new();
    let mut chars = text.chars().enumerate().peekable();
    while let Some((i, c)) = chars.next() {
        match c {
            c if c.is_whitespace() => {}
            ',' | ';' | ':' => all.push((i + 1, Token::Mark(c))),
            '"' => {
                let mut name = String::new();
                let mut closed = false;
                while let Some((_, c)) = chars.next() {
                    match c {
                        '"' => {
                            closed = true;
                            break;
                        }
                        '\\' => name.extend(chars.next().map(|x| x.1)),
                        c => name.push(c),
                    }
                }
                if !closed {
                    return Err(SlipError {
                        place: i + 1,
                        word: format!("\"{name}"),
                        expected: say!("name-quotes-not-closed"),
                    });
                }
                all.push((i + 1, Token::Quoted(name)));
            }
            c => {
                let mut word = String::from(c);
                while let Some((_, c)) =
                    chars.next_if(|(_, c)| !c.is_whitespace() && !matches!(c, ',' | ';' | ':' | '"'))
                {
                    word.push(c);
                }
                all.push((i + 1, Token::Word(word)));
            }
        }
    }
    Ok(all)
}

const ORDER: fn() -> Message = || say!("order-begins-stand-reorganise");
const STEP: fn() -> Message = || say!("step-march-back-road");

impl Slip {
    fn wrong(&self, expected: Message) -> SlipError {
        let (place, word) = match self.tokens.get(self.at) {
            None => (self.end, String::new()),
            Some((p, Token::Word(w) | Token::Quoted(w))) if !w.is_empty() => (*p, w.clone()),
            Some((p, Token::Mark(m))) => (*p, m.to_string()),
            Some((p, _)) => (*p, "\"\"".into()),
        };
        SlipError { place, word, expected }
    }

    fn word(&self) -> Option<&str> {
        match self.tokens.get(self.at) {
            Some((_, Token::Word(w))) => Some(w),
            _ => None,
        }
    }

    /// Takes this word if it is next.
    fn takes(&mut self, w: &str) -> bool {
        let is = self.word().is_some_and(|x| x.eq_ignore_ascii_case(w));
        self.at += usize::from(is);
        is
    }

    fn mark(&mut self, m: char) -> bool {
        let is = matches!(self.tokens.get(self.at), Some((_, Token::Mark(x))) if *x == m);
        self.at += usize::from(is);
        is
    }

    fn must(&mut self, w: &str, expected: Message) -> Read<()> {
        if self.takes(w) { Ok(()) } else { Err(self.wrong(expected)) }
    }

    fn number_if(&mut self) -> Option<f64> {
        let n: f64 = self.word()?.parse().ok()?;
        // A unit may be called by a number with letters, a length is a plain one.
        if !n.is_finite() || !self.word()?.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
            return None;
        }
        self.at += 1;
        Some(n)
    }

    fn number(&mut self, expected: Message) -> Read<f64> {
        self.number_if().ok_or_else(|| self.wrong(expected))
    }

    fn count(&mut self, expected: Message) -> Read<u16> {
        let n = self.word().and_then(|w| w.parse().ok()).ok_or_else(|| self.wrong(expected))?;
        self.at += 1;
        Ok(n)
    }

    fn point(&mut self) -> Read<[f64; 2]> {
        const P: fn() -> Message = || say!("here-stands-place-cm");
        Ok([self.number(P())?, self.number(P())?])
    }

    fn name_if(&mut self) -> Option<Ref> {
        let n = match self.tokens.get(self.at)? {
            (_, Token::Quoted(n)) => n.clone(),
            (_, Token::Word(w)) if !is_word(w) => w.clone(),
            _ => return None,
        };
        self.at += 1;
        Some(n)
    }

    fn name(&mut self, expected: Message) -> Read<Ref> {
        self.name_if().ok_or_else(|| self.wrong(expected))
    }

    fn order(&mut self) -> Read<Order> {
        if self.takes("stand") {
            return Ok(Order::Stand);
        }
        if self.takes("reorganise") || self.takes("reorganize") {
            return Ok(Order::Reorganise);
        }
        if self.takes("repeat") {
            return Ok(Order::Repeat);
        }
        if self.takes("resupply") {
            return Ok(Order::Resupply { wagon: self.name(say!("here-stands-code-ammunition"))? });
        }
        let mut repair = None;
        if self.takes("repair") {
            repair = Some(if self.takes("gun") {
                RepairItem::Gun
            } else if self.takes("limber") {
                RepairItem::Limber
            } else {
                return Err(self.wrong(say!("battery-repairs-gun-limber")));
            });
            if self.at == self.tokens.len() {
                return Ok(Order::Move(MoveOrder { repair, ..MoveOrder::default() }));
            }
            if !self.mark(';') {
                return Err(self.wrong(say!("after-what-repaired-stands")));
            }
        }
        if let Some(fire) = self.fire(repair)? {
            return Ok(Order::Fire(fire));
        }
        self.moves(repair).map(Order::Move)
    }

    fn moves(&mut self, repair: Option<RepairItem>) -> Read<MoveOrder> {
        let mut m = MoveOrder { repair, ..MoveOrder::default() };
        m.attack = self.takes("attack");
        m.charge = self.takes("charge");
        if m.attack {
            m.target = self.name_if();
        }
        if (m.attack || m.charge) && !self.mark(':') {
            return Err(self.wrong(say!("after-attack-charge-target")));
        }
        if !m.attack && !m.charge && self.at == 0 && !self.step_next() {
            return Err(self.wrong(ORDER()));
        }
        loop {
            m.steps.push(self.step()?);
            if self.at == self.tokens.len() {
                return Ok(m);
            }
            if !self.mark(',') {
                let what = match m.steps.last() {
                    Some(
                        Step::March { cm: None } | Step::Back { cm: None } | Step::Road { cm: None, .. },
                    ) => say!("here-stands-length-cm"),
                    _ => say!("here-stands-comma-next"),
                };
                return Err(self.wrong(what));
            }
        }
    }

    fn step_next(&self) -> bool {
        const FIRST: &[&str] = &[
            "march", "back", "to", "road", "wheel", "face", "about", "form", "mount", "dismount", "limber",
            "unlimber", "work", "wait", "detach", "join", "enter", "leave", "man",
        ];
        self.word().is_some_and(|w| FIRST.iter().any(|f| f.eq_ignore_ascii_case(w)))
    }

    fn step(&mut self) -> Read<Step> {
        let Some(w) = self.word().map(str::to_ascii_lowercase) else { return Err(self.wrong(STEP())) };
        if !self.step_next() {
            return Err(self.wrong(STEP()));
        }
        self.at += 1;
        Ok(match w.as_str() {
            "march" => Step::March { cm: self.number_if() },
            "back" => Step::Back { cm: self.number_if() },
            "to" => {
                let [x, y] = self.point()?;
                Step::To { x, y }
            }
            "road" => {
                let road = self.name(say!("here-stands-name-road"))?;
                Step::Road { road, cm: self.number_if() }
            }
            "wheel" => {
                let left = self.side(say!("wheel-right-left-many"))?;
                let n = self.number(say!("here-stands-number-degrees"))?;
                Step::Wheel { degrees: if left { -n } else { n } }
            }
            "face" => {
                let left = self.side(say!("face-right-left"))?;
                let n = self.number_if().unwrap_or(90.0);
                Step::Face { degrees: if left { -n } else { n } }
            }
            "about" => {
                self.must("face", say!("about-face"))?;
                Step::Face { degrees: 180.0 }
            }
            "form" => {
                let formation = self.formation()?;
                let files = if self.number_next() {
                    Some(self.count(say!("here-stands-number-files"))?)
                } else {
                    None
                };
                let gap =
                    if self.takes("gap") { Some(self.number(say!("here-stands-gap-mm"))?) } else { None };
                Step::Form { formation, files, gap }
            }
            "mount" => Step::Mount,
            "dismount" => Step::Dismount,
            "limber" => Step::Limber { about: self.takes("about") },
            "unlimber" => {
                let about = self.takes("about");
                let second_left = self.takes("left");
                if !second_left {
                    self.takes("right");
                }
                Step::Unlimber { about, second_left }
            }
            "work" => Step::Work { work: self.work()? },
            "wait" => {
                self.takes("until");
                Step::Wait { until: self.number(say!("here-stands-clock-value"))? }
            }
            "detach" => {
                let companies = self.count(say!("here-stands-number-companies"))?;
                let squadrons = self.takes("squadrons") || self.takes("squadron");
                if !squadrons && !self.takes("companies") {
                    self.takes("company");
                }
                let (companies, squadrons) = if squadrons { (0, companies) } else { (companies, 0) };
                let left = self.side(say!("companies-detached-left-right"))?;
                self.must("as", say!("here-stands-new-units"))?;
                Step::Detach {
                    companies,
                    squadrons,
                    left,
                    code: self.name(say!("here-stands-new-units-code"))?,
                }
            }
            "join" => Step::Join { unit: self.name(say!("here-stands-code-part"))? },
            "enter" => Step::Enter { building: self.name(say!("here-stands-name-building"))? },
            "leave" => {
                self.takes("to");
                let [x, y] = self.point()?;
                Step::Leave { x, y, formation: self.formation()? }
            }
            _ => {
                self.takes("guns");
                Step::Man
            }
        })
    }

    fn number_next(&self) -> bool {
        self.word().is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()))
    }

    fn side(&mut self, expected: Message) -> Read<bool> {
        if self.takes("left") {
            Ok(true)
        } else if self.takes("right") {
            Ok(false)
        } else {
            Err(self.wrong(expected))
        }
    }

    fn formation(&mut self) -> Read<Formation> {
        const F: fn() -> Message = || say!("formations-march-column-attack");
        if self.takes("line") {
            Ok(Formation::Line)
        } else if self.takes("chain") {
            Ok(Formation::Chain)
        } else if self.takes("thin") {
            self.must("line", F()).map(|()| Formation::ThinLine)
        } else if self.takes("march") {
            self.must("column", F()).map(|()| Formation::MarchColumn)
        } else if self.takes("attack") {
            self.must("column", F()).map(|()| Formation::AttackColumn)
        } else {
            Err(self.wrong(F()))
        }
    }

    fn work(&mut self) -> Read<Work> {
        const W: fn() -> Message = || say!("works-light-fortification-abatis");
        if self.takes("light") {
            self.must("fortification", W())?;
            Ok(Work::LightFortification)
        } else if self.takes("abatis") {
            if self.takes("half") {
                Ok(Work::Abatis { whole: false })
            } else {
                self.must("whole", say!("abatis-half-width-whole"))?;
                Ok(Work::Abatis { whole: true })
            }
        } else if self.takes("barricade") {
            let (from, to) = self.line()?;
            Ok(Work::Barricade { from, to })
        } else if self.takes("chevaux") {
            if self.takes("de") {
                self.must("frise", W())?;
            }
            let (from, to) = self.line()?;
            Ok(Work::ChevauxDeFrise { from, to })
        } else if self.takes("clear") {
            Ok(Work::Clear { object: self.name(say!("here-stands-name-what"))? })
        } else {
            Err(self.wrong(W()))
        }
    }

    fn line(&mut self) -> Read<([f64; 2], [f64; 2])> {
        let from = self.point()?;
        self.must("to", say!("here-stands-other-end"))?;
        Ok((from, self.point()?))
    }

    /// A fire order, if one stands here.
    fn fire(&mut self, repair: Option<RepairItem>) -> Read<Option<FireOrder>> {
        let mut o = FireOrder {
            moment: Moment::AtOnce,
            at: Aim::Nearest,
            parts: Vec::new(),
            ammunition: None,
            guess: None,
            also: Vec::new(),
            repair,
        };
        if self.takes("shell") {
            o.ammunition = Some(Ammunition::Shell);
        } else if self.takes("shot") {
            o.ammunition = Some(Ammunition::RoundShot);
        } else if self.takes("round") {
            self.must("shot", say!("ammunition-round-shot"))?;
            o.ammunition = Some(Ammunition::RoundShot);
        } else if self.takes("canister") {
            o.ammunition = Some(Ammunition::Canister);
        } else if !self.takes("fire") {
            return Ok(None);
        }
        if o.ammunition.is_some() {
            o.guess = self.number_if();
        } else if self.number_next() {
            loop {
                o.parts.push(self.part()?);
                if !self.mark(',') {
                    return Ok(Some(o));
                }
            }
        }
        let (moment, at, also) = self.phrases(o.ammunition.is_some())?;
        Ok(Some(FireOrder { moment, at, also, ..o }))
    }

    fn part(&mut self) -> Read<PartFire> {
        let companies = self.count(say!("here-stands-number-companies"))?;
        if !self.takes("companies") {
            self.must("company", say!("here-stands-companies"))?;
        }
        self.takes("right");
        let (moment, at, _) = self.phrases(false)?;
        Ok(PartFire { companies, moment, at })
    }

    /// When and at whom, in any order; each at most once.
    fn phrases(&mut self, guns: bool) -> Read<(Moment, Aim, Vec<Ref>)> {
        let mut moment: Option<Moment> = None;
        let mut aim: Option<Aim> = None;
        let mut also = Vec::new();
        const TWICE: fn() -> Message = || say!("moment-fire-already-said");
        loop {
            let here = self.at;
            let mut when = None;
            if self.takes("before") || self.takes("after") {
                let before = self
                    .tokens
                    .get(here)
                    .is_some_and(|t| matches!(&t.1, Token::Word(w) if w.eq_ignore_ascii_case("before")));
                self.must("shock", say!("before-shock-after-shock"))?;
                when = Some(if before { Moment::BeforeShock } else { Moment::AfterShock });
            } else if self.takes("when") {
                when = Some(self.event()?);
            } else if self.takes("at") {
                if self.takes("once") {
                    when = Some(Moment::AtOnce);
                } else if self.takes("clock") {
                    when = Some(Moment::Clock { at: self.number(say!("here-stands-clock-value"))? });
                } else {
                    if aim.is_some() {
                        return Err(self.wrong(say!("target-already-said")));
                    }
                    aim = Some(self.aim()?);
                    while guns && self.takes("and") {
                        also.push(self.name(say!("here-stands-further-target"))?);
                    }
                }
            } else if matches!(self.tokens.get(self.at), None | Some((_, Token::Mark(',')))) {
                break;
            } else {
                return Err(self.wrong(say!("here-stands-when-fires")));
            }
            if when.is_some() {
                if moment.is_some() {
                    self.at = here;
                    return Err(self.wrong(TWICE()));
                }
                moment = when;
            }
        }
        let moment = moment.unwrap_or(Moment::AtOnce);
        let aim = aim.unwrap_or_else(|| usual_aim(&moment));
        Ok((moment, aim, also))
    }

    fn aim(&mut self) -> Read<Aim> {
        if self.takes("nearest") {
            Ok(Aim::Nearest)
        } else if self.takes("culprit") {
            Ok(Aim::Culprit)
        } else if self.takes("place") {
            Ok(Aim::Point(self.point()?))
        } else {
            self.name(say!("target-nearest-culprit-sighted")).map(Aim::Unit)
        }
    }

    fn event(&mut self) -> Read<Moment> {
        let enemy = if self.takes("any") { None } else { Some(self.name(say!("here-stands-any-sighted"))?) };
        if self.takes("within") {
            Ok(Moment::Within { enemy, cm: self.number(say!("here-stands-distance-cm"))? })
        } else if self.takes("passes") {
            let from = self.point()?;
            let to = if self.takes("to") { self.point()? } else { from };
            Ok(Moment::Passes { enemy, from, to })
        } else if self.takes("enters") {
            Ok(Moment::Enters { enemy, ground: self.name(say!("here-stands-name-piece"))? })
        } else if self.takes("leaves") {
            Ok(Moment::Leaves { enemy, ground: self.name(say!("here-stands-name-piece"))? })
        } else if self.takes("fires") {
            Ok(Moment::Fires { enemy })
        } else if self.takes("attacks") {
            Ok(Moment::Attacks { enemy, friend: self.name_if() })
        } else {
            Err(self.wrong(say!("enemy-within-many-cm")))
        }
    }
}

/// At whom fire goes when the slip does not say: at him who brought it about, else at the nearest.
pub(super) fn usual_aim(m: &Moment) -> Aim {
    match m {
        Moment::AtOnce | Moment::Clock { .. } => Aim::Nearest,
        _ => Aim::Culprit,
    }
}
