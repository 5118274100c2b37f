//! Finds citations in a book's sources: where `clause!("…")` goes into something that shows the decision, and where it is
//! only mentioned. Names by `rule!`, code that is there for tests only, comments and strings do not count.

use crate::failure::Failure;
use proc_macro2::{TokenStream, TokenTree};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Lit, Macro, Meta, Pat, Stmt, Type};

/// A citation in code that is part of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    pub clause: String,
    pub file: String,
    pub line: usize,
    /// The function it stands in, with its type.
    pub within: String,
    /// `let _ = clause!(…)`, or a statement of its own: nothing shows it, so it enforces nothing.
    pub idle: bool,
}

/// Everything that a crate cites, from its `lib.rs` on through the modules that it declares. Files are named from `home`.
pub fn of_crate(home: &Path, crate_root: &Path) -> Result<Vec<Citation>, Failure> {
    let mut found = Vec::new();
    let mut next = vec![(crate_root.to_path_buf(), true)];
    while let Some((file, root)) = next.pop() {
        let source = std::fs::read_to_string(&file)
            .map_err(|e| Failure::new(format!("{} cannot be read: {e}", file.display())))?;
        let shown = file.strip_prefix(home).unwrap_or(&file).display().to_string();
        let (cited, modules) = of_file(&source, &shown)?;
        found.extend(cited);
        let beside = file.parent().unwrap_or(Path::new(".")).to_path_buf();
        let stem = file.file_stem().and_then(|n| n.to_str()).unwrap_or_default();
        let own = if root || stem == "mod" { beside.clone() } else { beside.join(stem) };
        for m in modules {
            next.push((m.file(&beside, &own), false));
        }
    }
    found.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(found)
}

/// A module in a file of its own: `mod name;`, inside the inline modules `inside`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Module {
    inside: PathBuf,
    name: String,
    /// Where `#[path = "…"]` puts it.
    path: Option<String>,
}

impl Module {
    fn file(&self, beside: &Path, own: &Path) -> PathBuf {
        match &self.path {
            Some(p) => beside.join(p),
            None => {
                let folder = own.join(&self.inside);
                let plain = folder.join(format!("{}.rs", self.name));
                if plain.is_file() { plain } else { folder.join(&self.name).join("mod.rs") }
            }
        }
    }
}

fn of_file(source: &str, shown: &str) -> Result<(Vec<Citation>, Vec<Module>), Failure> {
    let tree = syn::parse_file(source)
        .map_err(|e| Failure::new(format!("{shown}:{} is no Rust: {e}", e.span().start().line)))?;
    let mut scan =
        Scan { file: shown, inside: PathBuf::new(), of: None, within: None, found: vec![], modules: vec![] };
    if !for_tests(&tree.attrs) {
        scan.visit_file(&tree);
    }
    Ok((scan.found, scan.modules))
}

struct Scan<'a> {
    file: &'a str,
    inside: PathBuf,
    /// The type whose `impl` this is.
    of: Option<String>,
    within: Option<String>,
    found: Vec<Citation>,
    modules: Vec<Module>,
}

impl Scan<'_> {
    fn cite(&mut self, clause: String, line: usize, idle: bool) {
        let within = self.within.clone().unwrap_or_else(|| "-".into());
        self.found.push(Citation { clause, file: self.file.into(), line, within, idle });
    }

    fn in_function(&mut self, name: &syn::Ident, look: impl FnOnce(&mut Self)) {
        let name = match (&self.within, &self.of) {
            // A function inside a function counts as part of it.
            (Some(outer), _) => outer.clone(),
            (None, Some(of)) => format!("{of}::{name}"),
            (None, None) => name.to_string(),
        };
        let before = self.within.replace(name);
        look(self);
        self.within = before;
    }

    /// A value that nobody looks at: what it cites is only mentioned.
    fn unused(&mut self, e: &Expr) {
        match e {
            Expr::Macro(m) => self.idle(&m.mac),
            Expr::Paren(p) => self.unused(&p.expr),
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.unused(e)),
            Expr::Match(m) => {
                self.visit_expr(&m.expr);
                m.arms.iter().for_each(|a| self.unused(&a.body));
            }
            Expr::If(i) => {
                self.visit_expr(&i.cond);
                self.unused_block(&i.then_branch);
                if let Some((_, other)) = &i.else_branch {
                    self.unused(other);
                }
            }
            Expr::Block(b) => self.unused_block(&b.block),
            _ => self.visit_expr(e),
        }
    }

    fn unused_block(&mut self, b: &syn::Block) {
        match b.stmts.split_last() {
            Some((Stmt::Expr(value, None), before)) => {
                before.iter().for_each(|s| self.visit_stmt(s));
                self.unused(value);
            }
            _ => self.visit_block(b),
        }
    }

    /// `clause!("…")` as a statement: the clause, if it is one.
    fn idle(&mut self, m: &Macro) {
        match cited(m) {
            Some((clause, line)) => self.cite(clause, line, true),
            None => self.visit_macro(m),
        }
    }

    /// The arguments of another macro, which may be anything.
    fn tokens(&mut self, tokens: TokenStream) {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |i: Option<usize>, what: &str| {
            i.and_then(|i| all.get(i)).is_some_and(|t: &TokenTree| match t {
                TokenTree::Ident(x) => x == what,
                TokenTree::Punct(x) => x.to_string() == what,
                _ => false,
            })
        };
        for (i, t) in all.iter().enumerate() {
            let TokenTree::Group(g) = t else { continue };
            let here = i >= 2 && is(Some(i - 1), "!") && is(Some(i - 2), "clause");
            match syn::parse2::<syn::LitStr>(g.stream()) {
                Ok(id) if here => {
                    let start = i - 2;
                    let unused = is(start.checked_sub(1), "=") && is(start.checked_sub(2), "_");
                    self.cite(id.value(), id.span().start().line, unused);
                }
                _ => self.tokens(g.stream()),
            }
        }
    }
}

/// The clause that a macro cites, with its line.
fn cited(m: &Macro) -> Option<(String, usize)> {
    if m.path.segments.last()?.ident != "clause" {
        return None;
    }
    let id = m.parse_body::<syn::LitStr>().ok()?;
    Some((id.value(), id.span().start().line))
}

/// `_` and `_name`: a value that nobody will look at.
fn unused(p: &Pat) -> bool {
    match p {
        Pat::Wild(_) => true,
        Pat::Ident(i) => i.ident.to_string().starts_with('_'),
        Pat::Type(t) => unused(&t.pat),
        _ => false,
    }
}

/// `#[test]`, `#[cfg(test)]`, and conditions that hold in tests only.
fn for_tests(attrs: &[Attribute]) -> bool {
    fn tests_only(m: &Meta) -> bool {
        let inner = |l: &syn::MetaList| {
            let list = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
            l.parse_args_with(list).map(|l| l.into_iter().collect::<Vec<_>>()).unwrap_or_default()
        };
        match m {
            Meta::Path(p) => p.is_ident("test"),
            Meta::List(l) if l.path.is_ident("all") => inner(l).iter().any(tests_only),
            Meta::List(l) if l.path.is_ident("any") => inner(l).iter().all(tests_only),
            _ => false,
        }
    }
    attrs.iter().any(|a| match &a.meta {
        Meta::Path(p) => p.is_ident("test"),
        Meta::List(l) if l.path.is_ident("cfg") => l.parse_args::<Meta>().is_ok_and(|m| tests_only(&m)),
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Scan<'_> {
    fn visit_item_mod(&mut self, m: &'ast syn::ItemMod) {
        if for_tests(&m.attrs) {
            return;
        }
        let name = m.ident.to_string();
        if m.content.is_some() {
            self.inside.push(&name);
            visit::visit_item_mod(self, m);
            self.inside.pop();
            return;
        }
        let path = m.attrs.iter().find_map(|a| match &a.meta {
            Meta::NameValue(n) if n.path.is_ident("path") => match &n.value {
                Expr::Lit(syn::ExprLit { lit: Lit::Str(s), .. }) => Some(s.value()),
                _ => None,
            },
            _ => None,
        });
        self.modules.push(Module { inside: self.inside.clone(), name, path });
    }

    fn visit_item_impl(&mut self, i: &'ast syn::ItemImpl) {
        if for_tests(&i.attrs) {
            return;
        }
        let of = match &*i.self_ty {
            Type::Path(p) => p.path.segments.last().map(|s| s.ident.to_string()),
            _ => None,
        };
        let before = std::mem::replace(&mut self.of, of);
        visit::visit_item_impl(self, i);
        self.of = before;
    }

    fn visit_item_trait(&mut self, t: &'ast syn::ItemTrait) {
        if for_tests(&t.attrs) {
            return;
        }
        let before = self.of.replace(t.ident.to_string());
        visit::visit_item_trait(self, t);
        self.of = before;
    }

    fn visit_item_fn(&mut self, f: &'ast syn::ItemFn) {
        if !for_tests(&f.attrs) {
            self.in_function(&f.sig.ident, |s| visit::visit_item_fn(s, f));
        }
    }

    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        if !for_tests(&f.attrs) {
            self.in_function(&f.sig.ident, |s| visit::visit_impl_item_fn(s, f));
        }
    }

    fn visit_trait_item_fn(&mut self, f: &'ast syn::TraitItemFn) {
        self.in_function(&f.sig.ident, |s| visit::visit_trait_item_fn(s, f));
    }

    /// What a macro's definition would cite is cited where it is used.
    fn visit_item_macro(&mut self, m: &'ast syn::ItemMacro) {
        if m.ident.is_none() && !for_tests(&m.attrs) {
            visit::visit_item_macro(self, m);
        }
    }

    fn visit_stmt(&mut self, s: &'ast Stmt) {
        match s {
            Stmt::Local(l) if for_tests(&l.attrs) => {}
            Stmt::Local(l) if unused(&l.pat) => {
                if let Some(init) = &l.init {
                    self.unused(&init.expr);
                }
            }
            Stmt::Macro(m) if m.semi_token.is_some() => self.idle(&m.mac),
            Stmt::Expr(Expr::Macro(m), Some(_)) => self.idle(&m.mac),
            Stmt::Expr(Expr::Assign(a), _) => match (&*a.left, &*a.right) {
                (Expr::Infer(_), unseen) => self.unused(unseen),
                _ => visit::visit_stmt(self, s),
            },
            _ => visit::visit_stmt(self, s),
        }
    }

    fn visit_macro(&mut self, m: &'ast Macro) {
        match cited(m) {
            Some((clause, line)) => self.cite(clause, line, false),
            None => self.tokens(m.tokens.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(source: &str) -> Vec<(String, usize, bool)> {
        of_file(source, "it").unwrap().0.into_iter().map(|c| (c.clause, c.line, c.idle)).collect()
    }

    #[test]
    fn what_goes_somewhere_counts_and_a_mention_does_not() {
        let s = r####"
            fn a() -> Clause { let _ = clause!("zone.1"); clause!("zone.2"); clause!("zone.3") } // clause!("no.1")
            /* clause!("no.2") */
            /// clause!("no.3")
            fn b<'a>(x: &'a str) -> char {
                let s = "clause!(\"no.4\")";
                let _ = crate::clause!("zone.4");
                let _by = clause!("zone.5");
                _ = clause!("zone.6");
                let by = clause!("zone.7");
                refuse(
                    clause!(
                        "zone.8"
                    ), vec![clause!("zone.9"), rule!("no.5")]);
                if x { return Err(Refusal::by(clause!("zone.10"), format!("{s}"))); }
                matches!({ let _ = clause!("zone.11"); by }, _);
                let _ = (clause!("zone.12"), match x { Y => clause!("zone.13"), _ => z(clause!("zone.14")) });
                let _ = if x { clause!("zone.15") } else { clause!("zone.16") };
                Some(rule!("no.6"))
            }
        "####;
        let idle = |s: &str, n| (s.to_string(), n, true);
        let shown = |s: &str, n| (s.to_string(), n, false);
        assert_eq!(
            ids(s),
            [
                idle("zone.1", 2),
                idle("zone.2", 2),
                shown("zone.3", 2),
                idle("zone.4", 7),
                idle("zone.5", 8),
                idle("zone.6", 9),
                shown("zone.7", 10),
                shown("zone.8", 13),
                shown("zone.9", 14),
                shown("zone.10", 15),
                idle("zone.11", 16),
                idle("zone.12", 17),
                idle("zone.13", 17),
                shown("zone.14", 17),
                idle("zone.15", 18),
                idle("zone.16", 18),
            ]
        );
    }

    #[test]
    fn test_code_enforces_nothing() {
        let s = r#"
            fn a() -> Clause { clause!("a.1") }
            #[cfg(test)]
            mod tests { fn helper() -> Clause { clause!("no.1") } }
            #[test]
            fn t() { say(clause!("no.2")); }
            #[cfg(not(test))]
            fn b() { say(clause!("a.2")); }
            #[cfg(all(test, unix))]
            fn c() { say(clause!("no.3")); }
            #[cfg(any(test, feature = "x"))]
            fn d() { say(clause!("a.3")); }
            #[cfg(test)] use x;
            impl X { #[cfg(test)] fn e() { say(clause!("no.4")); } fn f() { say(clause!("a.4")); } }
            macro_rules! m { () => { say(clause!("no.5")) } }
        "#;
        let found: Vec<_> = ids(s).into_iter().map(|f| f.0).collect();
        assert_eq!(found, ["a.1", "a.2", "a.3", "a.4"]);
    }

    #[test]
    fn the_function_is_named() {
        let s = r#"
            fn plain() { fn inner() { say(clause!("a.1")); } }
            impl Tell for table::Field { fn method(&self) { self.all.iter().map(|x| x.by(clause!("a.2"))); } }
            const BY: Clause = clause!("a.3");
        "#;
        let found = of_file(s, "it").unwrap().0;
        let within: Vec<_> = found.iter().map(|c| c.within.as_str()).collect();
        assert_eq!(within, ["plain", "Field::method", "-"]);
    }

    #[test]
    fn modules_in_files_are_followed() {
        let s = r#"#[cfg(test)] mod drills; #[cfg(test)] mod here {} pub mod other; mod inline { mod deep; }
            #[path = "else/where.rs"] pub(crate) mod moved; // mod not;
        "#;
        let m = |inside: &str, name: &str, path: Option<&str>| Module {
            inside: inside.into(),
            name: name.into(),
            path: path.map(Into::into),
        };
        let found = of_file(s, "it").unwrap().1;
        assert_eq!(
            found,
            [m("", "other", None), m("inline", "deep", None), m("", "moved", Some("else/where.rs"))]
        );
    }

    #[test]
    fn broken_source_is_named() {
        assert!(of_file("fn a() {\n  clause!(\n}", "src/it.rs").unwrap_err().says.starts_with("src/it.rs:"));
    }
}
