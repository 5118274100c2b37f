use crate::{Arg, Language, pseudo};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::fmt;
use std::sync::OnceLock;

type Bundle = FluentBundle<FluentResource>;

/// The messages of one crate in every language. They are read when first spoken.
pub struct Speech {
    speaker: &'static str,
    files: &'static [(&'static str, &'static [&'static str])],
    bundles: [OnceLock<Bundle>; Language::COUNT],
}

/// One message of a crate.
#[derive(Clone, Copy)]
pub struct Spec {
    speech: &'static Speech,
    pub id: &'static str,
}

impl Spec {
    pub const fn new(speech: &'static Speech, id: &'static str) -> Spec {
        Spec { speech, id }
    }

    /// The sentence, in English where the language does not have it.
    pub(crate) fn render(&self, language: Language, args: &[(&'static str, Arg)]) -> String {
        [language, Language::ENGLISH]
            .into_iter()
            .find_map(|l| self.speech.format(l, self.id, language, args))
            .unwrap_or_else(|| self.id.to_owned())
    }
}

impl Speech {
    pub const fn new(
        speaker: &'static str,
        files: &'static [(&'static str, &'static [&'static str])],
    ) -> Speech {
        Speech { speaker, files, bundles: [const { OnceLock::new() }; Language::COUNT] }
    }

    /// The crate whose messages these are.
    pub fn speaker(&self) -> &'static str {
        self.speaker
    }

    /// Has the language this message of its own?
    pub fn has(&self, language: Language, id: &str) -> bool {
        self.bundle(language).has_message(id)
    }

    fn texts(&self, language: Language) -> Vec<String> {
        let of = |tag: &str| {
            let found = self.files.iter().find(|(l, _)| *l == tag);
            found.map_or(&[][..], |(_, texts)| texts).iter().map(|t| (*t).to_owned())
        };
        if language == Language::PSEUDO {
            of(Language::ENGLISH.tag()).map(pseudo::disguised).collect()
        } else {
            of(language.tag()).collect()
        }
    }

    fn bundle(&self, language: Language) -> &Bundle {
        self.bundles[language.index()].get_or_init(|| {
            let tag = language.tag().parse().unwrap_or_default();
            let mut bundle = Bundle::new_concurrent(vec![tag]);
            bundle.set_use_isolating(false);
            for text in self.texts(language) {
                // The files were read by the build: nothing in them is wrong.
                let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(text);
                bundle.add_resource_overriding(resource);
            }
            bundle
        })
    }

    fn format(
        &self,
        from: Language,
        id: &str,
        language: Language,
        args: &[(&'static str, Arg)],
    ) -> Option<String> {
        let bundle = self.bundle(from);
        let pattern = bundle.get_message(id)?.value()?;
        let args: FluentArgs<'_> = args.iter().map(|(name, arg)| (*name, value(arg, language))).collect();
        let mut errors = Vec::new();
        Some(bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned())
    }
}

fn value(arg: &Arg, language: Language) -> FluentValue<'_> {
    match arg {
        Arg::Text(t) => FluentValue::from(&**t),
        Arg::Code(c) => FluentValue::from(c.as_str()),
        Arg::Message(m) => FluentValue::from(m.render(language)),
        // Numbers that a message may count by stay numbers.
        Arg::Number(n) if !n.signed && n.value.fract() == 0.0 && n.decimals.is_none() => {
            FluentValue::from(n.value)
        }
        Arg::Number(n) => FluentValue::from(n.write(language)),
    }
}

impl PartialEq for Spec {
    fn eq(&self, other: &Spec) -> bool {
        std::ptr::eq(self.speech, other.speech) && self.id == other.id
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.speech.speaker, self.id)
    }
}

impl fmt::Debug for Speech {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.speaker)
    }
}
