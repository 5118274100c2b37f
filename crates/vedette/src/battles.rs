//! `vedette battles`: the battles that a server keeps, in its data file.

use crate::serve;
use clap::{Args, Subcommand};
use desk::Library;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use server::{Sqlite, Tried, TriedBattle};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(about = text!("help-battles"), after_help = text!("examples-battles"))]
pub struct BattlesArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    #[command(about = text!("help-battles-check"))]
    Check {
        #[arg(help = text!("help-serve-data"), long, value_name = "FILE")]
        data: Option<PathBuf>,
    },
    #[command(about = text!("help-battles-repair"))]
    Repair {
        #[arg(help = text!("help-battles-repair-file"))]
        file: PathBuf,
        #[arg(help = text!("help-battles-repair-output"), short, long, value_name = "NEW")]
        output: PathBuf,
    },
}

pub fn run(library: Library, args: &BattlesArgs) -> Result<()> {
    match &args.what {
        What::Check { data } => check(library, data.clone())?,
        What::Repair { file, output } => {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .into_diagnostic()
                .wrap_err(text!("cannot-repair"))?;
            let r = runtime.block_on(server::repair(file, output)).into_diagnostic()?;
            tell!(text!("battles-repaired", whole = r.whole, output = output.display().to_string()));
            for c in &r.cut {
                tell!(text!("battle-cut-short", name = &c.name, answers = c.answers));
            }
            if r.lost > 0 {
                tell!(text!("battles-lost", lost = r.lost));
            }
        }
    }
    Ok(())
}

/// Tries every stored battle on the rules of this program.
fn check(library: Library, data: Option<PathBuf>) -> Result<()> {
    let data = serve::data_file(data)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .into_diagnostic()
        .wrap_err(text!("cannot-check-battles"))?;
    let (mut all, mut other) = (0, 0);
    runtime.block_on(async {
        let store = Sqlite::open(&data).await.into_diagnostic()?;
        let each = |b: TriedBattle| {
            all += 1;
            other += usize::from(!matches!(b.tried, Tried::Same { .. }));
            tell!(said(&b));
        };
        server::check(library, &store, each).await.into_diagnostic()
    })?;
    if other > 0 {
        return Err(miette!("{}", text!("battles-come-out-otherwise", other, all)));
    }
    tell!(text!("battles-come-out-the-same", all));
    Ok(())
}

fn said(b: &TriedBattle) -> String {
    let (id, name, book, version, answers) = (b.id, &b.name, &b.book, b.version, b.answers);
    let tried = match &b.tried {
        Tried::Same { events } => text!("battle-is-the-same", events = *events),
        Tried::Differs { event } => text!("battle-differs-from", event = *event),
        Tried::Refused { answer, why } => text!("battle-is-refused-at", answer = *answer, why),
        Tried::Unopened { why } => text!("battle-cannot-be-opened", why),
    };
    text!("battle-was-tried", id = id.to_string(), name, book, version, answers, tried)
}
