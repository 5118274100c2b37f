//! The umpire with the toy book and nothing else: what the house does for a book that is only listed.

fn main() -> std::process::ExitCode {
    vedette::run(trial::TOYS)
}
