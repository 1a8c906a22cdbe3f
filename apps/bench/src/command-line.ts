import { Command, InvalidArgumentError, Option } from "commander";
import { rows as allRows, rowsNamed } from "./measure.js";
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

/** Options without their defaults. */
type Options = Omit<RunOptions, "rounds" | "json"> & Partial<Pick<RunOptions, "rounds" | "json">>;

/**
 * Parses a command line in the form of `process.argv`.
 * Throws a `CommanderError` for incorrect usage and for `--help`.
 */
export function readCommandLine(argv: readonly string[], outputs: Outputs): RunOptions {
  const command = program(outputs).parse([...argv]);
  const options = command.opts<Options>();
  const { json = false, rounds = options.growth ? minRounds : usualRounds } = options;
  refuseWrong(command, { ...options, rounds });
  return { ...options, json, rounds };
}

/** Throws a `CommanderError` for conflicting options and unknown titles. */
function refuseWrong(command: Command, { write, only, growth, rounds, rows }: Omit<RunOptions, "json">): void {
  if (write !== undefined && rounds < minRounds) {
    command.error(`error: --write requires at least ${minRounds} rounds`);
  }
  if (only !== undefined && write !== undefined)
    command.error("error: --write cannot be combined with --only, because the page needs every row");
  if (only !== undefined && rowsNamed(only).length === 0) {
    command.error(`error: --only matches no title; the titles are: ${titles()}`);
  }
  if (growth && growthSizes(rows).length < 2) command.error("error: --growth requires at least 100000 --rows");
}

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

const titles = () => [...new Set(allRows.map(({ title }) => title))].join(", ");

const whole = (min: number, max: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
};
