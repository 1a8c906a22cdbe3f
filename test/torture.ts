/** `npm run torture` says so. */
const isTorture = process.env["TORTURE"] === "1";

/** How many of something a test tries: a few in `npm test`, all of them in `npm run torture`. */
export const many = (few: number, all: number): number => (isTorture ? all : few);

/** Prints a figure of a test, with what was counted. */
export function tell(figure: string): void {
  process.stdout.write(`  ${figure}\n`);
}
