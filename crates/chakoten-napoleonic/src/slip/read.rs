//! Reading a slip.

use super::{ARROWS, CURVES, LONGEST, MOST_LEGS, SlipError, is_word};
use crate::order::{AttackOrder, FireOrder, Leg, Method, MinePart, Order, Ref, Until, Way, When, WorkOrder};
use crate::say;
use crate::troop::{Density, Formation, Gait};
use table::Edge;
use words::Message;

/// A word, a name in quotes, an arrow or a mark.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Quoted(String),
    /// Eighths of the circle clockwise from straight ahead.
    Arrow(u8, char),
    Curve(bool, char),
    Comma,
}

struct Slip {
    tokens: Vec<(usize, Token)>,
    at: usize,
    end: usize,
    /// By how many degrees the north of the map lies to the right of the top of the slip.
    north: f64,
    order: Order,
    stands: bool,
}

type Read<T> = Result<T, SlipError>;
type Expected = fn() -> Message;

/// Reads an order slip; compass words are those of a side whose own edge is the south.
pub fn read(text: &str) -> Read<Order> {
    read_from(text, Edge::South)
}

/// Reads an order slip of a side with this edge of its own: below on its slips, whatever the compass says (orders.2).
pub fn read_from(text: &str, own: Edge) -> Read<Order> {
    let end = text.chars().count() + 1;
    if text.len() > LONGEST {
        return Err(SlipError {
            place: end,
            word: "...".into(),
            expected: say!("slip-most-characters", longest = LONGEST),
        });
    }
    let north = match own {
        Edge::South => 0.0,
        Edge::West => 270.0,
        Edge::North => 180.0,
        Edge::East => 90.0,
    };
    let mut s = Slip { tokens: tokens(text)?, at: 0, end, north, order: Order::default(), stands: false };
    s.items()?;
    Ok(s.order)
}

/// The strokes with which an arrow is typed: the book prints a long one.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '−')
}

/// Signs of the book that begin something new, as they are printed: no comma need stand before them.
const SIGNS: [&str; 18] =
    ["X", "L", "K", "MK", "EK", "H", "BM", "AK", "T", "TT", "AP", "PP", "KS", "S", "A", "SM", "R", "F"];

fn arrow(c: char) -> Option<Token> {
    let straight = ARROWS.iter().position(|a| *a == c).map(|i| Token::Arrow(i as u8, c));
    straight.or_else(|| CURVES.iter().find(|x| x.0 == c).map(|x| Token::Curve(x.1, c)))
}

fn tokens(text: &str) -> Read<Vec<(usize, Token)>> {
    let mut all = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut i = 0;
    let get = |i: usize| chars.get(i).copied();
    while let Some(c) = get(i) {
        let place = i + 1;
        i += 1;
        if c.is_whitespace() {
            continue;
        }
        if let Some(a) = arrow(c) {
            all.push((place, a));
            continue;
        }
        match (c, get(i)) {
            (',' | ';' | ':', _) => all.push((place, Token::Comma)),
            (dash, Some('>')) if is_dash(dash) => {
                all.push((place, Token::Arrow(2, '→')));
                i += 1;
            }
            ('<', Some(dash)) if is_dash(dash) => {
                all.push((place, Token::Arrow(6, '←')));
                i += 1;
            }
            ('"', _) => {
                let mut name = String::new();
                loop {
                    let Some(c) = get(i) else {
                        return Err(SlipError {
                            place,
                            word: format!("\"{name}"),
                            expected: say!("slip-quotes-open"),
                        });
                    };
                    i += 1;
                    match c {
                        '"' => break,
                        '\\' => {
                            name.extend(get(i));
                            i += 1;
                        }
                        c => name.push(c),
                    }
                }
                all.push((place, Token::Quoted(name)));
            }
            _ => {
                let mut word = String::from(c);
                while let Some(c) = get(i) {
                    // A comma between digits belongs to a number or a place.
                    let inside = c == ','
                        && word.chars().all(|c| c.is_ascii_digit() || "+-.".contains(c))
                        && get(i + 1).is_some_and(|c| c.is_ascii_digit() || c == '-');
                    let sign = (is_dash(c) && get(i + 1) == Some('>'))
                        || (c == '<' && get(i + 1).is_some_and(is_dash));
                    if c.is_whitespace() || c == '"' || arrow(c).is_some() || sign {
                        break;
                    }
                    if matches!(c, ',' | ';' | ':') && !inside {
                        break;
                    }
                    word.push(c);
                    i += 1;
                }
                all.push((place, Token::Word(word)));
            }
        }
    }
    Ok(all)
}

/// A number as it is written: 12, 0.5, 0,5, 1/2 or ½; and whether it is a fraction.
pub(super) fn number_of(w: &str) -> Option<(f64, bool)> {
    const SIGNS: [(&str, f64, f64); 9] = [
        ("½", 1.0, 2.0),
        ("¼", 1.0, 4.0),
        ("¾", 3.0, 4.0),
        ("⅓", 1.0, 3.0),
        ("⅔", 2.0, 3.0),
        ("⅕", 1.0, 5.0),
        ("⅙", 1.0, 6.0),
        ("⅛", 1.0, 8.0),
        ("⅚", 5.0, 6.0),
    ];
    if let Some(s) = SIGNS.iter().find(|s| s.0 == w) {
        return Some((s.1 / s.2, true));
    }
    if let Some((a, b)) = w.split_once('/') {
        let whole = |s: &str| -> Option<f64> {
            (!s.is_empty() && s.len() < 6 && s.chars().all(|c| c.is_ascii_digit())).then(|| s.parse().ok())?
        };
        let b = whole(b)?;
        return (b > 0.0).then_some((whole(a)? / b, true));
    }
    plain(w).map(|n| (n, false))
}

/// A plain number, with a point or a comma.
fn plain(w: &str) -> Option<f64> {
    if !w.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return None;
    }
    let n: f64 = w.replacen(',', ".", 1).parse().ok()?;
    n.is_finite().then_some(n)
}

const ITEM: Expected = || say!("slip-items");
const PLACE: Expected = || say!("slip-place");
const DEGREES: Expected = || say!("slip-degrees");
const DIRECTION: Expected = || say!("slip-direction");
const PART: Expected = || say!("slip-part-of-turn");
const CODE: Expected = || say!("slip-new-code");
const TARGET: Expected = || say!("slip-target");
const UNIT: Expected = || say!("slip-own-unit");
const OBJECT: Expected = || say!("slip-object");
const CRAFT: Expected = || say!("slip-craft");
const FORMATIONS: Expected = || say!("slip-formations");

impl Slip {
    fn wrong(&self, expected: Expected) -> SlipError {
        let (place, word) = match self.tokens.get(self.at) {
            None => (self.end, String::new()),
            Some((p, Token::Word(w) | Token::Quoted(w))) if !w.is_empty() => (*p, w.clone()),
            Some((p, Token::Arrow(_, c) | Token::Curve(_, c))) => (*p, c.to_string()),
            Some((p, Token::Comma)) => (*p, ",".into()),
            Some((p, _)) => (*p, "\"\"".into()),
        };
        SlipError { place, word, expected: expected() }
    }

    fn word(&self) -> Option<&str> {
        self.word_at(self.at)
    }

    fn word_at(&self, at: usize) -> Option<&str> {
        match self.tokens.get(at) {
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

    /// Takes any of these words if it is next.
    fn takes_any(&mut self, all: &[&str]) -> bool {
        all.iter().any(|w| self.takes(w))
    }

    fn must(&mut self, w: &str, expected: Expected) -> Read<()> {
        if self.takes(w) { Ok(()) } else { Err(self.wrong(expected)) }
    }

    fn number_if(&mut self) -> Option<(f64, bool)> {
        let n = number_of(self.word()?)?;
        self.at += 1;
        Some(n)
    }

    fn number(&mut self, expected: Expected) -> Read<f64> {
        self.number_if().map(|n| n.0).ok_or_else(|| self.wrong(expected))
    }

    fn count<T: std::str::FromStr>(&mut self, expected: Expected) -> Read<T> {
        let n = self.word().and_then(|w| w.parse().ok()).ok_or_else(|| self.wrong(expected))?;
        self.at += 1;
        Ok(n)
    }

    /// A place: `10,20` or `10 20`.
    fn point(&mut self) -> Read<[f64; 2]> {
        if let Some((x, y)) = self.word().and_then(|w| w.split_once(',')) {
            if let (Some(x), Some(y)) = (plain(x), plain(y)) {
                self.at += 1;
                return Ok([x, y]);
            }
        }
        let one = |s: &mut Self| -> Read<f64> {
            let n = s.word().filter(|w| !w.contains(',')).and_then(plain).ok_or_else(|| s.wrong(PLACE))?;
            s.at += 1;
            Ok(n)
        };
        let x = one(self)?;
        if matches!(self.tokens.get(self.at), Some((_, Token::Comma))) {
            self.at += 1;
        }
        Ok([x, one(self)?])
    }

    fn name_if(&mut self) -> Option<Ref> {
        let n = match self.tokens.get(self.at)? {
            (_, Token::Quoted(n)) => n.clone(),
            (_, Token::Word(w)) if !is_word(w) && number_of(w).is_none() => w.clone(),
            _ => return None,
        };
        self.at += 1;
        Some(n)
    }

    /// A name where nothing else can stand: a unit may be called 1/4.
    fn name(&mut self, expected: Expected) -> Read<Ref> {
        if let Some(w) = self.word().filter(|w| number_of(w).is_some()) {
            let name = w.to_owned();
            self.at += 1;
            return Ok(name);
        }
        self.name_if().ok_or_else(|| self.wrong(expected))
    }

    fn names(&mut self, expected: Expected) -> Read<Vec<Ref>> {
        let mut all = vec![self.name(expected)?];
        while self.takes("and") {
            all.push(self.name(expected)?);
        }
        Ok(all)
    }

    fn left_if(&mut self) -> Option<bool> {
        if self.takes("left") { Some(true) } else { self.takes("right").then_some(false) }
    }

    /// To the right or left by so many degrees; right positive.
    fn turn(&mut self) -> Read<f64> {
        let left = self.left_if().ok_or_else(|| self.wrong(|| say!("slip-right-or-left")))?;
        let n = self.number(DEGREES)?;
        self.takes("degrees");
        Ok(if left { -n } else { n })
    }

    fn items(&mut self) -> Read<()> {
        while self.at < self.tokens.len() {
            let began = self.at;
            self.item()?;
            if self.order.legs.len() > MOST_LEGS {
                self.at = began;
                return Err(self.wrong(|| say!("slip-most-legs", most = MOST_LEGS)));
            }
            match self.tokens.get(self.at) {
                None => break,
                Some((_, Token::Comma)) => self.at += 1,
                Some(_) if self.sign_next() => continue,
                Some(_) => return Err(self.wrong(|| say!("slip-comma"))),
            }
            if self.at == self.tokens.len() {
                return Err(self.wrong(ITEM));
            }
        }
        if self.stands && !self.order.legs.is_empty() {
            self.at = self.tokens.len();
            return Err(self.wrong(|| say!("slip-stands-and-moves")));
        }
        Ok(())
    }

    fn push(&mut self, leg: Leg) {
        self.order.legs.push(leg);
    }

    /// Does an arrow, a fraction with its arrow, or a sign of the book in capitals come next: something new without a comma?
    fn sign_next(&self) -> bool {
        match self.tokens.get(self.at) {
            Some((_, Token::Arrow(..) | Token::Curve(..))) => true,
            Some((_, Token::Word(w))) => SIGNS.contains(&w.as_str()) || self.part_next(),
            _ => false,
        }
    }

    /// Does a fraction with an arrow behind it come next: a part of the unit that marches (orders.3)?
    fn part_next(&self) -> bool {
        let fraction = self.word().and_then(number_of).is_some_and(|(_, fraction)| fraction);
        fraction && matches!(self.tokens.get(self.at + 1), Some((_, Token::Arrow(..))))
    }

    fn item(&mut self) -> Read<()> {
        match self.tokens.get(self.at) {
            Some((_, Token::Arrow(..))) => {
                let leg = self.arrow_leg(Gait::March)?;
                self.push(leg);
                return Ok(());
            }
            Some((_, Token::Curve(left, _))) => {
                let left = *left;
                return self.curve(left);
            }
            _ => {}
        }
        if self.word().and_then(number_of).is_some() {
            return self.part();
        }
        let Some(w) = self.word().map(str::to_ascii_lowercase) else { return Err(self.wrong(ITEM)) };
        let here = self.at;
        self.at += 1;
        match w.as_str() {
            "x" | "reorganise" | "reorganize" => self.push(Leg::Reorganise),
            "stand" => match self.number_if() {
                Some((turns, _)) => {
                    self.takes_any(&["turn", "turns"]);
                    self.push(Leg::Stand { turns });
                }
                None => self.stands = true,
            },
            "part" => {
                self.at = here + 1;
                self.part()?;
            }
            "a" | "attack" => self.attack(here)?,
            "s" | "fire" => self.fire(here)?,
            "support" | "supports" => {
                if self.order.supports.is_some() {
                    self.at = here;
                    return Err(self.wrong(|| say!("slip-said-twice")));
                }
                self.order.supports = Some(self.name(UNIT)?);
            }
            "sm" | "charge" => {
                let leg = if self.arrow_next() {
                    self.arrow_leg(Gait::Charge)?
                } else {
                    Leg::March { way: Way::Ahead, gait: Gait::Charge, until: self.until()? }
                };
                self.push(leg);
            }
            "r" | "retreat" => {
                let until = self.until()?;
                self.push(Leg::March { way: Way::Back, gait: Gait::March, until });
            }
            "f" | "flight" => {
                let until = self.until()?;
                self.push(Leg::March { way: Way::Ahead, gait: Gait::Flight, until });
            }
            "bar" | "hdr" => {
                let work = self.build(w.to_ascii_uppercase())?;
                self.push(Leg::Work { work });
            }
            "spr" | "brd" | "fors" => {
                let object = self.name(OBJECT)?;
                let work = match w.as_str() {
                    "spr" => WorkOrder::Destroy { object, method: Method::Blast },
                    "brd" => WorkOrder::Destroy { object, method: Method::Burn },
                    _ => WorkOrder::Strengthen { building: object },
                };
                self.push(Leg::Work { work });
            }
            _ => {
                self.at = here;
                let leg = self.leg(&w)?;
                self.push(leg);
            }
        }
        Ok(())
    }

    fn leg(&mut self, w: &str) -> Read<Leg> {
        let here = self.at;
        self.at += 1;
        Ok(match w {
            "march" => self.march()?,
            "arrow" | "go" => {
                let degrees = self.direction()?;
                let gait = self.gait();
                Leg::Arrow { degrees, gait, until: self.until()? }
            }
            "to" => self.to()?,
            "road" => {
                let road = self.name(|| say!("slip-road"))?;
                Leg::Road { road, until: self.until()? }
            }
            "pivot" | "wheel" => Leg::Pivot { degrees: self.turn()? },
            "rotate" => Leg::Rotate { degrees: self.turn()? },
            "about" => {
                self.takes("face");
                Leg::About
            }
            "face" => self.face()?,
            "form" => {
                let (formation, density) = self.formation()?;
                self.form(formation, density)?
            }
            "limber" | "pp" => {
                let column = self.takes("column");
                if !column {
                    self.takes("line");
                }
                Leg::Limber { column, about: self.takes("about") }
            }
            "unlimber" | "ap" => Leg::Unlimber { about: self.takes("about") },
            "ks" => Leg::MakeReady,
            "make" => {
                if self.takes("ready") {
                    Leg::MakeReady
                } else {
                    self.must("gap", || say!("slip-make"))?;
                    self.takes("in");
                    Leg::MakeGap { object: self.name(OBJECT)? }
                }
            }
            "leave" => {
                if self.takes("guns") {
                    let limbers = self.takes("with");
                    if limbers {
                        self.must("limbers", || say!("slip-with-limbers"))?;
                    }
                    Leg::LeaveGuns { limbers }
                } else {
                    self.takes("to");
                    let [x, y] = self.point()?;
                    Leg::Leave { x, y }
                }
            }
            "man" => {
                self.takes("guns");
                Leg::Man
            }
            "send" => {
                self.must("out", || say!("slip-send-out"))?;
                self.send_out(None)?
            }
            "draw" => {
                self.must("in", || say!("slip-draw-in"))?;
                Leg::DrawIn
            }
            "split" => {
                let companies = self.count(|| say!("slip-companies"))?;
                self.takes_any(&["companies", "company", "squadrons", "squadron", "models", "guns"]);
                let left = self.left_if().unwrap_or(false);
                self.must("as", CODE)?;
                Leg::Split { code: self.name(CODE)?, companies, left }
            }
            "join" => Leg::Join { units: self.names(UNIT)? },
            "combine" | "brigade" | "division" => {
                let square = self.takes("square");
                if !square {
                    self.takes("column");
                }
                self.takes("with");
                Leg::Combine { units: self.names(UNIT)?, square }
            }
            "disband" => Leg::Disband,
            "ferry" | "færge" | "fÆrge" => {
                let mut craft = vec![self.name(CRAFT)?];
                while self.takes_any(&["and", "og"]) {
                    craft.push(self.name(CRAFT)?);
                }
                let empty = self.takes_any(&["empty", "tom"]);
                if !self.takes_any(&["to", "til"]) {
                    return Err(self.wrong(|| say!("slip-ferry-to")));
                }
                let [x, y] = self.point()?;
                Leg::Ferry { craft, x, y, empty }
            }
            "enter" => Leg::Enter { building: self.name(|| say!("slip-building"))? },
            "work" => Leg::Work { work: self.work()? },
            "resupply" => {
                self.takes("from");
                Leg::Resupply { wagon: self.name(|| say!("slip-wagon"))? }
            }
            "t" | "tt" => {
                let density = if w == "t" { Density::Dense } else { Density::Thin };
                if self.word().and_then(number_of).is_some() {
                    self.send_out(Some(density))?
                } else {
                    Leg::Form { formation: Formation::Skirmish, files: None, density: Some(density) }
                }
            }
            _ => {
                let Some(formation) = code(w) else {
                    self.at = here;
                    return Err(self.wrong(ITEM));
                };
                self.form(formation, None)?
            }
        })
    }

    fn arrow_next(&self) -> bool {
        matches!(self.tokens.get(self.at), Some((_, Token::Arrow(..))))
            || self.word().is_some_and(|w| w.eq_ignore_ascii_case("arrow"))
    }

    /// A direction on the slip: an arrow, degrees, the clock or the compass.
    fn direction(&mut self) -> Read<f64> {
        if let Some((_, Token::Arrow(eighths, _))) = self.tokens.get(self.at) {
            let degrees = f64::from(*eighths) * 45.0;
            self.at += 1;
            return Ok(degrees);
        }
        if let Some((n, false)) = self.word().and_then(number_of) {
            let here = self.at;
            self.at += 1;
            if self.takes("o'clock") {
                if (1.0..=12.0).contains(&n) {
                    return Ok(n * 30.0 % 360.0);
                }
                self.at = here;
                return Err(self.wrong(DIRECTION));
            }
            self.takes("degrees");
            return Ok(n);
        }
        const COMPASS: [[&str; 2]; 8] = [
            ["north", "N"],
            ["north-east", "NE"],
            ["east", "E"],
            ["south-east", "SE"],
            ["south", "S"],
            ["south-west", "SW"],
            ["west", "W"],
            ["north-west", "NW"],
        ];
        for (i, all) in COMPASS.iter().enumerate() {
            if self.takes_any(all) {
                return Ok((i as f64 * 45.0 + self.north) % 360.0);
            }
        }
        Err(self.wrong(DIRECTION))
    }

    fn gait(&mut self) -> Gait {
        if self.takes_any(&["charge", "SM"]) {
            Gait::Charge
        } else if self.takes("flight") {
            Gait::Flight
        } else {
            Gait::March
        }
    }

    fn arrow_leg(&mut self, gait: Gait) -> Read<Leg> {
        self.takes("arrow");
        let degrees = self.direction()?;
        let gait = if gait == Gait::March { self.gait() } else { gait };
        Ok(Leg::Arrow { degrees, gait, until: self.until()? })
    }

    /// How long, if something is said of it.
    fn until(&mut self) -> Read<Until> {
        if self.takes("until") {
            return Ok(Until::Place(self.point()?));
        }
        if self.word().is_some_and(|w| w.eq_ignore_ascii_case("to"))
            && self.word_at(self.at + 1).is_some_and(|w| w.eq_ignore_ascii_case("the"))
        {
            self.at += 2;
            self.must("end", || say!("slip-to-the-end"))?;
            return Ok(Until::End);
        }
        let Some((n, fraction)) = self.number_if() else { return Ok(Until::End) };
        Ok(if self.takes("cm") {
            Until::Cm(n)
        } else if self.takes_any(&["turn", "turns"]) || fraction || n <= 1.0 {
            Until::Turns(n)
        } else {
            Until::Cm(n)
        })
    }

    fn march(&mut self) -> Read<Leg> {
        let way = self.way();
        let gait = self.gait();
        if way.is_none() && self.word().is_some_and(|w| w.eq_ignore_ascii_case("to")) {
            let end = self.word_at(self.at + 1).is_some_and(|w| w.eq_ignore_ascii_case("the"));
            if !end {
                self.at += 1;
                let [x, y] = self.point()?;
                return Ok(Leg::To { x, y, gait });
            }
        }
        if way.is_none() && self.arrow_next() {
            return self.arrow_leg(gait);
        }
        Ok(Leg::March { way: way.unwrap_or_default(), gait, until: self.until()? })
    }

    fn way(&mut self) -> Option<Way> {
        if self.takes("ahead") {
            Some(Way::Ahead)
        } else if self.takes_any(&["back", "backwards"]) {
            Some(Way::Back)
        } else {
            self.left_if().map(|left| if left { Way::Left } else { Way::Right })
        }
    }

    fn to(&mut self) -> Read<Leg> {
        let [x, y] = self.point()?;
        Ok(Leg::To { x, y, gait: self.gait() })
    }

    /// A curved arrow is a chain of short pivots and marches (play.path).
    fn curve(&mut self, left: bool) -> Read<()> {
        let began = self.at;
        self.at += 1;
        let degrees = self.number(DEGREES)?;
        self.takes("degrees");
        const BEND: f64 = 10.0;
        if !(degrees > 0.0 && degrees <= 180.0) {
            self.at = began + 1;
            return Err(self.wrong(DEGREES));
        }
        let here = self.at;
        let until = self.until()?;
        let n = libm::ceil(degrees / BEND - 1e-9);
        let piece = match until {
            Until::Turns(t) => Until::Turns(t / n),
            Until::Cm(cm) => Until::Cm(cm / n),
            Until::End | Until::Place(_) => {
                self.at = here;
                return Err(self.wrong(|| say!("slip-curve-how-far")));
            }
        };
        for _ in 0..n as u32 {
            self.push(Leg::Pivot { degrees: if left { -degrees / n } else { degrees / n } });
            self.push(Leg::March { way: Way::Ahead, gait: Gait::March, until: piece });
        }
        Ok(())
    }

    /// A fraction before an arrow (orders.3), with the new unit's code before or behind it; before a skirmish sign nothing is
    /// so written.
    fn part(&mut self) -> Read<()> {
        let part = self.number(PART)?;
        let mut code = None;
        if self.takes("as") {
            code = Some(self.name(CODE)?);
        }
        if !self.arrow_next() {
            return Err(self.wrong(|| say!("slip-arrow-after-part")));
        }
        let Leg::Arrow { degrees, gait, until } = self.arrow_leg(Gait::March)? else {
            return Err(self.wrong(DIRECTION));
        };
        if code.is_none() && self.takes("as") {
            code = Some(self.name(CODE)?);
        }
        self.push(Leg::Part { part, code, degrees, gait, until });
        Ok(())
    }

    fn face(&mut self) -> Read<Leg> {
        self.takes("square");
        if self.takes("about") {
            return Ok(Leg::FaceSquare { degrees: Some(180.0) });
        }
        if self.takes_any(&["outward", "all"]) {
            return Ok(Leg::FaceSquare { degrees: None });
        }
        let left = self.left_if().ok_or_else(|| self.wrong(|| say!("slip-face")))?;
        let n = self.number_if().map_or(90.0, |n| n.0);
        self.takes("degrees");
        Ok(Leg::FaceSquare { degrees: Some(if left { -n } else { n }) })
    }

    /// A formation by its code or in words.
    fn formation(&mut self) -> Read<(Formation, Option<Density>)> {
        let Some(w) = self.word().map(str::to_ascii_lowercase) else { return Err(self.wrong(FORMATIONS)) };
        if let Some(f) = code(&w) {
            self.at += 1;
            return Ok((f, None));
        }
        let here = self.at;
        self.at += 1;
        let column = |s: &mut Self, f| s.must("column", FORMATIONS).map(|()| (f, None));
        match w.as_str() {
            "t" => Ok((Formation::Skirmish, Some(Density::Dense))),
            "tt" => Ok((Formation::Skirmish, Some(Density::Thin))),
            "line" => Ok((Formation::Line, None)),
            "square" => Ok((Formation::Square, None)),
            "clump" => Ok((Formation::Clump, None)),
            "mass" => Ok((Formation::Mass, None)),
            "battalion" if self.takes("mass") => Ok((Formation::Mass, None)),
            "attack" | "battalion" | "regiment" => column(self, Formation::AttackColumn),
            "march" => column(self, Formation::MarchColumn),
            "single-file" => {
                self.takes("column");
                Ok((Formation::SingleFile, None))
            }
            "dense" | "thin" => {
                let density = if w == "dense" { Density::Dense } else { Density::Thin };
                if !self.takes("swarm") {
                    self.must("skirmish", FORMATIONS)?;
                    self.takes("line");
                }
                Ok((Formation::Skirmish, Some(density)))
            }
            "skirmish" | "swarm" => {
                if w == "skirmish" {
                    self.takes("line");
                }
                Ok((Formation::Skirmish, None))
            }
            _ => {
                self.at = here;
                Err(self.wrong(FORMATIONS))
            }
        }
    }

    fn form(&mut self, formation: Formation, density: Option<Density>) -> Read<Leg> {
        let files = if self.word().and_then(number_of).is_some() && !self.part_next() {
            let n = self.count(|| say!("slip-files"))?;
            self.takes("wide");
            Some(n)
        } else {
            None
        };
        let density = density.or_else(|| self.density_if());
        Ok(Leg::Form { formation, files, density })
    }

    fn density_if(&mut self) -> Option<Density> {
        if self.takes("dense") { Some(Density::Dense) } else { self.takes("thin").then_some(Density::Thin) }
    }

    fn send_out(&mut self, density: Option<Density>) -> Read<Leg> {
        let figures = self.count(|| say!("slip-figures"))?;
        let mut density = density;
        let mut cm = None;
        let mut way = None;
        loop {
            if density.is_none() {
                density = self.density_if();
                if density.is_some() {
                    continue;
                }
            }
            if cm.is_none() {
                if let Some((n, _)) = self.number_if() {
                    self.takes("cm");
                    cm = Some(n);
                    continue;
                }
            }
            if way.is_none() {
                way = self.way();
                if way.is_some() {
                    continue;
                }
            }
            break;
        }
        let cm = cm.ok_or_else(|| self.wrong(|| say!("slip-cm-out")))?;
        self.must("as", CODE)?;
        Ok(Leg::SendOut {
            code: self.name(CODE)?,
            figures,
            density: density.unwrap_or_default(),
            way: way.unwrap_or_default(),
            cm,
        })
    }

    fn build(&mut self, work: String) -> Read<WorkOrder> {
        if self.takes("at") {
            let at = self.point()?;
            return Ok(WorkOrder::Build { work, from: at, to: at });
        }
        self.must("from", || say!("slip-work-where"))?;
        let from = self.point()?;
        self.must("to", || say!("slip-work-to"))?;
        Ok(WorkOrder::Build { work, from, to: self.point()? })
    }

    fn work(&mut self) -> Read<WorkOrder> {
        const W: Expected = || say!("slip-works");
        Ok(if self.takes("on") {
            WorkOrder::GoOn { at: self.name(OBJECT)? }
        } else if self.takes("level") {
            WorkOrder::Level { object: self.name(OBJECT)? }
        } else if self.takes("destroy") {
            let object = self.name(OBJECT)?;
            self.must("by", || say!("slip-methods"))?;
            let method = if self.takes("blast") || self.takes("spr") {
                Method::Blast
            } else if self.takes("burn") || self.takes("brd") {
                Method::Burn
            } else if self.takes("throw-off") {
                Method::ThrowOff
            } else if self.takes("other") {
                Method::Other
            } else {
                return Err(self.wrong(|| say!("slip-methods")));
            };
            WorkOrder::Destroy { object, method }
        } else if self.takes("fire") {
            WorkOrder::Fire { object: self.name(OBJECT)? }
        } else if self.takes("put") {
            self.must("out", || say!("slip-put-out"))?;
            WorkOrder::PutOut { object: self.name(OBJECT)? }
        } else if self.takes("charges") {
            WorkOrder::Charges
        } else if self.takes("strengthen") || self.takes("fors") {
            WorkOrder::Strengthen { building: self.name(|| say!("slip-building"))? }
        } else if self.takes("mine") {
            self.mine()?
        } else if self.takes("bar") {
            self.build("BAR".into())?
        } else if self.takes("hdr") {
            self.build("HDR".into())?
        } else {
            self.takes("build");
            let work = self.name(W)?;
            self.build(work)?
        })
    }

    fn mine(&mut self) -> Read<WorkOrder> {
        let part = if self.takes("shaft") {
            MinePart::Shaft
        } else if self.takes("gallery") {
            MinePart::Gallery
        } else if self.takes("chamber") {
            MinePart::Chamber
        } else if self.takes("load") {
            MinePart::Load
        } else {
            return Err(self.wrong(|| say!("slip-mine-parts")));
        };
        self.must("at", || say!("slip-mine-at"))?;
        let at = self.point()?;
        let charges = if self.takes("charges") { self.number(|| say!("slip-charges"))? } else { 0.0 };
        Ok(WorkOrder::Mine { part, at, charges })
    }

    /// A with an arrow and a target, in any order.
    fn attack(&mut self, here: usize) -> Read<()> {
        if self.order.attack.is_some() {
            self.at = here;
            return Err(self.wrong(|| say!("slip-said-twice")));
        }
        let mut target = self.name_if();
        // At the charge: SM with the arrow, before it or behind it (orders.5).
        let sm = self.at;
        let gait = if self.takes("SM") { Gait::Charge } else { Gait::March };
        if self.arrow_next() {
            let leg = self.arrow_leg(gait)?;
            self.push(leg);
        } else if let Some((_, Token::Curve(left, _))) = self.tokens.get(self.at) {
            let left = *left;
            self.curve(left)?;
        } else {
            self.at = sm;
        }
        if target.is_none() {
            target = self.name_if();
        }
        if let Some(Leg::Arrow { gait, .. }) = self.order.legs.last_mut().filter(|_| self.at > sm) {
            if self.tokens.get(self.at).is_some_and(|t| matches!(&t.1, Token::Word(w) if w == "SM")) {
                (*gait, self.at) = (Gait::Charge, self.at + 1);
            }
        }
        let then = if self.takes("then") { self.names(TARGET)? } else { Vec::new() };
        self.order.attack = Some(AttackOrder { target, then });
        Ok(())
    }

    fn fire(&mut self, here: usize) -> Read<()> {
        if self.order.fire.is_some() {
            self.at = here;
            return Err(self.wrong(|| say!("slip-said-twice")));
        }
        let mut when = self.number_if().map(|n| When::Time(n.0));
        let mut at = Vec::new();
        let mut range_in = false;
        loop {
            let here = self.at;
            let mut now = None;
            if self.takes("before") {
                self.must("contact", || say!("slip-before-contact"))?;
                let unit = if self.takes("of") { self.name(UNIT)? } else { Ref::new() };
                now = Some(When::BeforeContact(unit));
            } else if self.takes("when") {
                self.must("passes", || say!("slip-when-passes"))?;
                now = Some(When::Passes(self.name(|| say!("slip-ground"))?));
            } else if self.takes("range") {
                self.must("in", || say!("slip-range-in"))?;
                range_in = true;
            } else if self.takes("at") {
                if self.takes("once") {
                    now = Some(When::AtOnce);
                } else if let Some((n, _)) = self.number_if() {
                    now = Some(When::Time(n));
                } else if at.is_empty() {
                    at = self.names(TARGET)?;
                } else {
                    return Err(self.wrong(|| say!("slip-said-twice")));
                }
            } else if matches!(self.tokens.get(self.at), None | Some((_, Token::Comma))) || self.sign_next() {
                break;
            } else {
                return Err(self.wrong(|| say!("slip-fire-how")));
            }
            if now.is_some() {
                if when.is_some() {
                    self.at = here;
                    return Err(self.wrong(|| say!("slip-said-twice")));
                }
                when = now;
            }
        }
        self.order.fire = Some(FireOrder { when: when.unwrap_or_default(), at, range_in });
        Ok(())
    }
}

/// A formation by the code of table orders.formations, skirmish lines and limbering apart.
fn code(w: &str) -> Option<Formation> {
    Some(match w {
        "l" => Formation::Line,
        "k" => Formation::Square,
        "mk" => Formation::MarchColumn,
        "ek" => Formation::SingleFile,
        "h" => Formation::Clump,
        "bm" => Formation::Mass,
        "ak" => Formation::AttackColumn,
        _ => return None,
    })
}
