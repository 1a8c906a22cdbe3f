declare const process: { readonly env: Readonly<Record<string, string | undefined>> } | undefined;

/**
 * Returns the number of random histories that a property test tries: `all`, or the share of it that the environment
 * variable `REPUTE_REPETITIONS` gives, such as 0.2.
 */
export const repetitions = (all: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(all * Number(process?.env["REPUTE_REPETITIONS"] ?? 1)),
});
