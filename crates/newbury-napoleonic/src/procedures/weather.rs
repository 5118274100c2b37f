//! The weather and how it changes, and where the wind blows to (4.4, 4.5).

use super::{anything, faces, procedure};
use crate::book::numbers;
use crate::terrain::{Season, Weather};
use crate::{clause, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use umpire::{Dice, Die, Record, SituationError, check_number, impossible};
use words::Message;

/// The weather, and the total of dice that is kept for its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WeatherOutcome {
    pub weather: Weather,
    pub windy: bool,
    /// Nothing where it was not rolled.
    pub total: Option<i8>,
}

impl WeatherOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        let weather = sky(self.weather);
        if self.windy { say!("weather-windy", weather) } else { say!("weather-calm", weather) }
    }
}
words::spoken!(WeatherOutcome);

fn sky(w: Weather) -> Message {
    match w {
        Weather::Fine => say!("sky-fine"),
        Weather::Rain => say!("sky-rain"),
        Weather::Fog => say!("sky-fog"),
        Weather::Snow => say!("sky-snow"),
    }
}

fn read(season: Season, total: i32, r: &mut impl Record) -> WeatherOutcome {
    let (weather, windy) = numbers().weather.weather(season, total);
    r.total("total", total);
    let what = WeatherOutcome { weather, windy, total: Some(total as i8) };
    r.reckon(|| say!("reckon-weather", total, weather = what), clause!("4.4.b"));
    what
}

/// The season in which weather is rolled for. Two ordinary dice; none in a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeatherSituation {
    #[serde(default)]
    pub season: Season,
    /// It is fine and windy for the whole game.
    #[serde(default)]
    pub competition: bool,
}

fn prepare_weather(s: &WeatherSituation, _: &mut impl Record) -> WeatherSituation {
    *s
}

fn roll_weather(s: &WeatherSituation, d: &mut impl Dice, r: &mut impl Record) -> WeatherOutcome {
    if s.competition {
        let what = WeatherOutcome { weather: Weather::Fine, windy: true, total: None };
        r.reckon(|| say!("reckon-competition-weather", weather = what), clause!("4.4.d"));
        return what;
    }
    r.reckon(|| say!("reckon-weather-is-rolled"), clause!("4.4.a"));
    r.reckon(|| say!("reckon-ordinary-dice", dice = 2), clause!("2.b"));
    let total = d.sum_seen(2, Die::D6, &mut |face| r.die(face));
    read(s.season, total.into(), r)
}

procedure!(
    /// Rolling for the weather.
    RollWeather: WeatherSituation => WeatherSituation => WeatherOutcome, "weather", "title-weather",
    anything, prepare_weather, roll_weather, { "season": "autumn" }
);

/// Weather that may change, four moves later. Two average dice: the positive, then the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeSituation {
    pub season: Season,
    /// The total recorded last.
    #[schemars(range(min = -100, max = 100))]
    pub total: i8,
}

fn check_change(s: &ChangeSituation) -> Result<(), SituationError> {
    check_number("total", s.total.into(), -100, 100)
}

fn prepare_change(s: &ChangeSituation, _: &mut impl Record) -> ChangeSituation {
    *s
}

fn roll_change(s: &ChangeSituation, d: &mut impl Dice, r: &mut impl Record) -> WeatherOutcome {
    r.reckon(|| say!("reckon-average-dice", dice = 2), clause!("2.c"));
    let [plus, minus] = faces(Die::Average, d, r);
    let by = i32::from(plus) - i32::from(minus);
    let total = i32::from(s.total) + by;
    r.reckon(
        || {
            if by == 0 {
                say!("reckon-weather-stays", plus)
            } else {
                say!("reckon-weather-changes", plus, minus, was = s.total, total)
            }
        },
        clause!("4.4.c"),
    );
    read(s.season, total, r)
}

procedure!(
    /// Changing weather.
    ChangeWeather: ChangeSituation => ChangeSituation => WeatherOutcome, "weather-change", "title-weather-change",
    check_change, prepare_change, roll_change, { "season": "summer", "total": 6 }
);

/// Windy weather. One ordinary and one ten-sided die make one of sixty directions, each as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WindSituation {
    pub windy: bool,
}

/// Where the wind blows to, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WindOutcome {
    pub towards: u16,
}

impl WindOutcome {
    /// In words.
    pub fn message(&self) -> Message {
        say!("wind-blows", towards = self.towards)
    }
}
words::spoken!(WindOutcome);

fn check_wind(s: &WindSituation) -> Result<(), SituationError> {
    if s.windy {
        return Ok(());
    }
    let by = clause!("4.5.a");
    Err(impossible("windy", say!("no-wind-no-direction", by)))
}

fn prepare_wind(_: &WindSituation, _: &mut impl Record) {}

fn roll_wind((): &(), d: &mut impl Dice, r: &mut impl Record) -> WindOutcome {
    let (sixth, tenth) = (d.roll(Die::D6), d.roll(Die::D10));
    r.die(sixth);
    r.die(tenth);
    let towards = 60 * (u16::from(sixth) - 1) + 6 * (u16::from(tenth) - 1);
    r.reckon(|| say!("reckon-wind", towards), clause!("4.5.a"));
    WindOutcome { towards }
}

procedure!(
    /// Where the wind blows to.
    Wind: WindSituation => () => WindOutcome, "wind", "title-wind",
    check_wind, prepare_wind, roll_wind, { "windy": true }
);
