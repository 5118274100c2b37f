//! The pseudo-language: English that one can still read, in letters that nobody types, between ⟦ and ⟧.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// A file of English messages in the pseudo-language.
pub(crate) fn disguised(english: String) -> String {
    let (Ok(mut file) | Err((mut file, _))) = fluent_syntax::parser::parse(english);
    for entry in &mut file.body {
        match entry {
            Entry::Message(m) => {
                if let Some(p) = &mut m.value {
                    disguise(p);
                    // The ends are placeables, so that spaces within them stay.
                    p.elements.insert(0, bracket("⟦"));
                    p.elements.push(bracket("⟧"));
                }
            }
            Entry::Term(t) => disguise(&mut t.value),
            _ => {}
        }
    }
    fluent_syntax::serializer::serialize(&file)
}

fn bracket(sign: &str) -> PatternElement<String> {
    let literal = InlineExpression::StringLiteral { value: sign.into() };
    PatternElement::Placeable { expression: Expression::Inline(literal) }
}

fn disguise(p: &mut Pattern<String>) {
    for e in &mut p.elements {
        match e {
            PatternElement::TextElement { value } => *value = value.chars().map(strange).collect(),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                variants.iter_mut().for_each(|v| disguise(&mut v.value));
            }
            PatternElement::Placeable { .. } => {}
        }
    }
}

/// Of every letter of all messages, each time that a program begins to speak it: by a list to be gone through it took half of what it did.
fn strange(c: char) -> char {
    match c {
        'a' => 'ä',
        'c' => 'ć',
        'e' => 'ë',
        'g' => 'ğ',
        'h' => 'ĥ',
        'i' => 'ï',
        'j' => 'ĵ',
        'k' => 'ķ',
        'l' => 'ľ',
        'n' => 'ń',
        'o' => 'ö',
        'p' => 'ṕ',
        'r' => 'ŕ',
        's' => 'š',
        't' => 'ť',
        'u' => 'ü',
        'w' => 'ŵ',
        'y' => 'ý',
        'z' => 'ž',
        'A' => 'Ä',
        'C' => 'Ć',
        'E' => 'Ë',
        'G' => 'Ğ',
        'H' => 'Ĥ',
        'I' => 'Ï',
        'J' => 'Ĵ',
        'K' => 'Ķ',
        'L' => 'Ľ',
        'N' => 'Ń',
        'O' => 'Ö',
        'P' => 'Ṕ',
        'R' => 'Ŕ',
        'S' => 'Š',
        'T' => 'Ť',
        'U' => 'Ü',
        'W' => 'Ŵ',
        'Y' => 'Ý',
        'Z' => 'Ž',
        c => c,
    }
}
