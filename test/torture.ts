/** Set by `npm run torture`. */
const isTorture = process.env["TORTURE"] === "1";

/** Returns the number of test runs: `quick` in `npm test` and `npm run test:long`, and `torture` in `npm run torture`. */
export const scaled = (quick: number, torture: number): number => (isTorture ? torture : quick);

/** Prints a figure that a test measured. */
export function reportFigure(figure: string): void {
  process.stdout.write(`  ${figure}\n`);
}
