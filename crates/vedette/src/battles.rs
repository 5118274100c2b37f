//! `vedette battles`: the battles that a server keeps, in its data file.

use clap::{Args, Subcommand};
use miette::{IntoDiagnostic, Result, WrapErr};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(about = text!("help-battles"), after_help = text!("examples-battles"))]
pub struct BattlesArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    #[command(about = text!("help-battles-repair"))]
    Repair {
        #[arg(help = text!("help-battles-repair-file"))]
        file: PathBuf,
        #[arg(help = text!("help-battles-repair-output"), short, long, value_name = "NEW")]
        output: PathBuf,
    },
}

pub fn run(args: &BattlesArgs) -> Result<()> {
    match &args.what {
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
