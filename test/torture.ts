/** Set by `npm run torture`. */
const isTorture = process.env["TORTURE"] === "1";

/** Returns the number of test runs: `few` in `npm test`, and `all` in `npm run torture`. */
export const many = (few: number, all: number): number => (isTorture ? all : few);

/** Prints a figure that a test measured. */
export function reportFigure(figure: string): void {
  process.stdout.write(`  ${figure}\n`);
}
