import { demoLines, type DemoPlan } from "@repute/demo";
import type { BundleSource, CalendarDate, ParsedLine } from "@repute/domain";

/** A line of an account bundle. */
export type Line = Readonly<Record<string, unknown>>;

/** Name of a custom field that one in 50 reviews has. */
export const recall = "recall";
const recallEvery = 50;

const day = "2026-06-30" as CalendarDate;
const nothing = { reviews: 0, invites: 0, npsSurveys: 0, responses: 0, calls: 0, submissions: 0 };

/** Returns the plan of demo data with the given counts. The account number determines the data. */
export const planOf = (account: number, counts: Partial<DemoPlan>): DemoPlan => ({
  ...nothing,
  ...counts,
  seed: account,
  day,
});

/** Kinds of records that only the demo needs. The benchmark skips these records. */
const left = new Set(["campaign", "spend", "listing_metric"]);

/**
 * Yields the lines of an account like the demo's, oldest records first.
 * The account has `others` invites and `others` survey responses.
 */
export function* accountLines(account: number, reviews: number, others: number): Generator<Line> {
  for (const line of demoLines(planOf(account, { reviews, invites: others, responses: others }))) {
    if (line["kind"] === "review") yield measuredReview(line);
    else if (!left.has(String(line["kind"]))) yield line;
  }
}

/**
 * Adapts a review to the baseline: removes the invite, because the baseline has no invites, and adds the custom field.
 */
function measuredReview({ invite_id: _, extras, ...line }: Line): Line {
  const isRecalled = Number(line["id"]) % recallEvery === 0;
  return { ...line, extras: { ...(extras as object | undefined), ...(isRecalled && { [recall]: "yes" }) } };
}

/** Id of a survey in the account. */
export const surveyId = Number([...accountLines(0, 0, 0)].find(({ kind }) => kind === "survey")?.["id"]);

/** Returns the number of invites in an account. It is also the number of survey responses. */
const otherRows = (reviews: number): number => Math.round(reviews / 4);

/** Returns an account's reviews as bundle lines. */
export const accountReviews = (account: number, reviews: number): readonly Line[] =>
  [...accountLines(account, reviews, otherRows(reviews))].filter(({ kind }) => kind === "review");

/** Returns the bundle of an account. For every four reviews, it has one invite and one survey response. */
export const accountBundle = (account: number, reviews: number): BundleSource =>
  linesBundle(() => accountLines(account, reviews, otherRows(reviews)));

/** Creates a bundle from lines that are generated again for each read. */
export const linesBundle = (linesOf: () => Iterable<Line>): BundleSource => ({
  async *read() {
    yield* chunksOf(linesOf(), (value) => value);
  },
});

/** Returns the lines of the account that is copied, with as many invites as reviews and half as many calls. */
export const copiedLines = (reviews: number): Iterable<Line> =>
  demoLines(planOf(77, { reviews, invites: reviews, calls: Math.round(reviews / 2) }));

/** Creates a bundle from lines of JSON. Each read parses the lines again, as if they came from a file. */
export const textBundle = (lines: readonly string[]): BundleSource => ({
  async *read() {
    yield* chunksOf(lines, (text) => JSON.parse(text) as unknown);
  },
});

const chunkLines = 1_000;

function* chunksOf<T>(lines: Iterable<T>, valueOf: (line: T) => unknown): Generator<readonly ParsedLine[]> {
  let chunk: ParsedLine[] = [];
  let line = 0;
  for (const one of lines) {
    chunk.push({ line: (line += 1), value: valueOf(one) });
    if (chunk.length < chunkLines) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
