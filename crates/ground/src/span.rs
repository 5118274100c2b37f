use table::{Span, Spans};

/// In order, made one where they touch, and cut to `0..=length`.
///
/// ```
/// let spans = [(5.0, 9.0), (-2.0, 3.0), (8.0, 20.0)].into_iter().collect();
/// assert_eq!(ground::tidy(spans, 12.0)[..], [(0.0, 3.0), (5.0, 12.0)]);
/// ```
pub fn tidy(mut spans: Spans, length: f64) -> Spans {
    spans.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1)));
    let mut out = Spans::new();
    for (s, e) in spans {
        let (s, e) = (s.max(0.0), e.min(length));
        if e < s {
            continue;
        }
        match out.last_mut() {
            Some(last) if s <= last.1 + 1e-9 => last.1 = last.1.max(e),
            _ => out.push((s, e)),
        }
    }
    out
}

/// What is in both.
///
/// ```
/// assert_eq!(ground::common(&[(0.0, 5.0)], &[(1.0, 2.0), (4.0, 9.0)])[..], [(1.0, 2.0), (4.0, 5.0)]);
/// ```
pub fn common(x: &[Span], y: &[Span]) -> Spans {
    let mut out = Spans::new();
    for a in x {
        for b in y {
            let (s, e) = (a.0.max(b.0), a.1.min(b.1));
            if s < e {
                out.push((s, e));
            }
        }
    }
    out
}

/// What is in the first and not in the second.
///
/// ```
/// assert_eq!(ground::without(&[(0.0, 5.0)], &[(1.0, 2.0), (4.0, 9.0)])[..], [(0.0, 1.0), (2.0, 4.0)]);
/// ```
pub fn without(x: &[Span], y: &[Span]) -> Spans {
    let mut out: Spans = x.iter().copied().collect();
    for b in y {
        let mut next = Spans::new();
        for a in out {
            if b.1 <= a.0 || b.0 >= a.1 {
                next.push(a);
                continue;
            }
            if a.0 < b.0 {
                next.push((a.0, b.0));
            }
            if b.1 < a.1 {
                next.push((b.1, a.1));
            }
        }
        out = next;
    }
    out
}
