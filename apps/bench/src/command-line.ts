import { Command, InvalidArgumentError } from "commander";
import type { Plan } from "./plan.js";
import { leastRows, mostRows } from "./plan.js";
import { rows, rowsNamed } from "./rows.js";

/** Options of the command line. */
export type Wish = Plan & { readonly json: boolean; readonly write?: string };

/** Output functions for help and errors. */
export type Outputs = { writeOut(text: string): void; writeErr(text: string): void };

/** Minimum number of rounds for a published result. Fewer rounds let one outlier decide the median. */
const leastRounds = 3;

type Options = {
  readonly rows: number;
  readonly rounds: number;
  readonly postgres: boolean;
  readonly keep?: string;
  readonly json?: true;
  readonly write?: string;
  readonly only?: string;
};

/**
 * Parses a command line in the form of `process.argv`. Throws a `CommanderError` for incorrect usage and for `--help`.
 */
export function readCommandLine(argv: readonly string[], outputs: Outputs): Wish {
  const command = program(outputs).parse([...argv]);
  const { keep, write, only, ...options } = command.opts<Options>();
  refuseWrong(command, { write, only, rounds: options.rounds });
  return {
    rows: options.rows,
    rounds: options.rounds,
    postgres: options.postgres,
    json: options.json ?? false,
    ...(keep !== undefined && { keep }),
    ...(only !== undefined && { only }),
    ...(write !== undefined && { write }),
  };
}

/** Throws a `CommanderError` for conflicting options and unknown titles. */
function refuseWrong(command: Command, { write, only, rounds }: Pick<Options, "rounds"> & Asked): void {
  if (write !== undefined && rounds < leastRounds) {
    command.error(`error: --write wants ${leastRounds} rounds at least: fewer say nothing of how far they lie apart`);
  }
  if (only !== undefined && write !== undefined)
    command.error("error: --write wants the whole table: leave out --only");
  if (only !== undefined && rowsNamed(only).length === 0) {
    command.error(`error: nothing that is measured is called ${only}: ${titles()}`);
  }
}

type Asked = { readonly write: string | undefined; readonly only: string | undefined };

function program(outputs: Outputs): Command {
  return new Command("npm run bench --")
    .description("Measures Repute against the speed of delivery itself and against the naive way, all in one run.")
    .option(
      "--rows <n>",
      `how many reviews the list has, ${leastRows} to ${mostRows}`,
      whole(leastRows, mostRows),
      200_000,
    )
    .option("--rounds <n>", "how often everything is measured, 1 to 50", whole(1, 50), 5)
    .option("--no-postgres", "measure on SQLite alone, which takes a third of the time")
    .option("--keep <folder>", "make the data in this folder and leave it for the next run")
    .option("--only <title>", "measure only what has these words in its title")
    .option("--json", "answer in JSON, with every number measured")
    .option("--write <page>", `put the table into this page, between its marks; ${leastRounds} rounds at least`)
    .addHelpText("after", help)
    .allowExcessArguments(false)
    .configureOutput(outputs)
    .showHelpAfterError("(add --help for how to use it)")
    .exitOverride();
}

const help = `
Exit codes: 0 every target met, 1 a target missed or a failure, 2 wrong usage, 130 interrupted.

Examples:
  $ npm run bench
  $ npm run bench -- --only patients --rounds 3 --no-postgres
  $ npm run bench -- --rows 1000000 --rounds 3 --keep bench-data --write docs/explanation/performance.md`;

const titles = () => [...new Set(rows.map(({ title }) => title))].join(", ");

const whole = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
};
