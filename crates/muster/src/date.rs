//! Days, as scenarios and armies by date have them.

/// A day of the calendar, as a scenario writes it: `1813-10-14`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    pub year: u16,
    pub month: u8,
    pub day: u8,
}

impl Date {
    /// `None` where there is no such day.
    pub fn read(text: &str) -> Option<Date> {
        let mut parts = text.trim().splitn(3, '-');
        let mut part =
            |long: usize| parts.next().filter(|p| p.len() == long && p.bytes().all(|b| b.is_ascii_digit()));
        let year: u16 = part(4)?.parse().ok()?;
        let month: u8 = part(2)?.parse().ok()?;
        let day: u8 = part(2)?.parse().ok()?;
        let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (1..=days).contains(&day).then_some(Date { year, month, day })
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_that_there_were_are_read_and_written_as_they_were() {
        for day in ["1813-10-14", "1812-02-29", "1800-12-31"] {
            assert_eq!(Date::read(day).map(|d| d.to_string()).as_deref(), Some(day));
        }
        for no in [
            "1813-02-29",
            "1800-02-29",
            "1813-13-01",
            "1813-00-01",
            "1813-04-31",
            "1813-4-1",
            "",
            "14 October",
        ] {
            assert_eq!(Date::read(no), None, "{no}");
        }
    }
}
