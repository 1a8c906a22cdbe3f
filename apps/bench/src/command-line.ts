import { Command, InvalidArgumentError, Option } from "commander";
import { rows, rowsNamed } from "./measure.js";
import { growthSizes, maxRows, minRows, type Plan } from "./plan.js";

/** Parsed options of the command line. */
export type RunOptions = Plan & {
  readonly json: boolean;
  readonly write?: string;
  /** True if the run measures how costs grow with the size of an account, instead of the usual rows. */
  readonly growth?: true;
};

/** Functions that print help and errors. */
export type Outputs = { writeOut(text: string): void; writeErr(text: string): void };

/** Minimum number of rounds for a published result. With fewer rounds, one outlier could decide the median. */
const minRounds = 3;
const usualRounds = 5;

type Options = {
  readonly rows: number;
  readonly rounds?: number;
  readonly postgres: boolean;
  readonly keep?: string;
  readonly json?: true;
  readonly write?: string;
  readonly only?: string;
  readonly growth?: true;
};

/**
 * Parses a command line in the form of `process.argv`.
 * Throws a `CommanderError` for incorrect usage and for `--help`.
 */
export function readCommandLine(argv: readonly string[], outputs: Outputs): RunOptions {
  const command = program(outputs).parse([...argv]);
  const { keep, write, only, growth, ...options } = command.opts<Options>();
  const rounds = options.rounds ?? (growth ? minRounds : usualRounds);
  refuseWrong(command, { write, only, rounds });
  if (growth && growthSizes(options.rows).length < 2) command.error("error: --growth requires at least 100000 --rows");
  return {
    rows: options.rows,
    rounds,
    postgres: options.postgres,
    json: options.json ?? false,
    ...(keep !== undefined && { keep }),
    ...(only !== undefined && { only }),
    ...(write !== undefined && { write }),
    ...(growth && { growth }),
  };
}

/** Throws a `CommanderError` for conflicting options and unknown titles. */
function refuseWrong(command: Command, { write, only, rounds }: Requested & { readonly rounds: number }): void {
  if (write !== undefined && rounds < minRounds) {
    command.error(`error: --write requires at least ${minRounds} rounds`);
  }
  if (only !== undefined && write !== undefined)
    command.error("error: --write cannot be combined with --only, because the page needs every row");
  if (only !== undefined && rowsNamed(only).length === 0) {
    command.error(`error: --only matches no title; the titles are: ${titles()}`);
  }
}

type Requested = { readonly write: string | undefined; readonly only: string | undefined };

function program(outputs: Outputs): Command {
  return new Command("npm run bench --")
    .description("Compare the speed of Repute with nginx, psql and the baseline of the performance page.")
    .option("--rows <n>", `Number of reviews in the list (${minRows} to ${maxRows})`, whole(minRows, maxRows), 200_000)
    .option(
      "--rounds <n>",
      `Number of measurement rounds (1 to 50). Defaults to ${usualRounds}, or to ${minRounds} with --growth`,
      whole(1, 50),
    )
    .option("--no-postgres", "Measure only on SQLite, which takes a third of the time")
    .option("--keep <folder>", "Folder for the data, which the next run can use again")
    .option("--only <title>", "Measure only rows whose title contains these words")
    .option("--json", "Print JSON with all measured numbers")
    .option("--write <page>", `Write the table between the markers of this page (at least ${minRounds} rounds)`)
    .addOption(new Option("--growth", growthHelp).conflicts(["keep", "only", "write"]))
    .addHelpText("after", help)
    .allowExcessArguments(false)
    .configureOutput(outputs)
    .showHelpAfterError("Add --help to see the usage.")
    .exitOverride();
}

const growthHelp = "Measure how costs grow with the size of an account, from 10,000 rows to --rows";

const help = `
Exit codes: 0 all targets met, 1 a target missed or an error, 2 incorrect usage, 130 interrupted.

Examples:
  $ npm run bench
  $ npm run bench -- --growth --rows 1000000
  $ npm run bench -- --only patients --rounds 3 --no-postgres
  $ npm run bench -- --rows 1000000 --rounds 3 --keep bench-data --write docs/explanation/performance.md`;

const titles = () => [...new Set(rows.map(({ title }) => title))].join(", ");

const whole = (min: number, max: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
};
