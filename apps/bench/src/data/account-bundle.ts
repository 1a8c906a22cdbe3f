import type { BundleLine, BundleSource, CalendarDate } from "@repute/domain";
import type { DemoPlan } from "@repute/server/demo";
import { demoLines } from "@repute/server/demo";

/** A line of an account bundle. */
export type Line = Readonly<Record<string, unknown>>;

/** The custom field that one in 50 reviews has. */
export const recall = "recall";
const recallEvery = 50;

const day = "2026-06-30" as CalendarDate;
const nothing = { reviews: 0, invites: 0, npsSurveys: 0, responses: 0, calls: 0, submissions: 0 };
const planOf = (account: number, counts: Partial<DemoPlan>): DemoPlan => ({
  ...nothing,
  ...counts,
  seed: account,
  day,
});

/** What only the demo needs. */
const left = new Set(["campaign", "spend", "listing_metric"]);

/** An account of the demo's kind, with so many reviews and so many invites and survey responses, oldest first. */
export function* accountLines(account: number, reviews: number, others: number): Generator<Line> {
  for (const line of demoLines(planOf(account, { reviews, invites: others, responses: others }))) {
    if (line["kind"] === "review") yield measuredReview(line);
    else if (!left.has(String(line["kind"]))) yield line;
  }
}

/** The naive way knows of no invites. */
function measuredReview({ invite_id: _, extras, ...line }: Line): Line {
  const isRecalled = Number(line["id"]) % recallEvery === 0;
  return { ...line, extras: { ...(extras as object | undefined), ...(isRecalled && { [recall]: "yes" }) } };
}

/** One of the account's surveys. */
export const surveyId = Number([...accountLines(0, 0, 0)].find(({ kind }) => kind === "survey")?.["id"]);

/** How many rows the lists beside the reviews have. */
const otherRows = (reviews: number): number => Math.round(reviews / 4);

/** The reviews of an account's bundle, as they are there. */
export const accountReviews = (account: number, reviews: number): readonly Line[] =>
  [...accountLines(account, reviews, otherRows(reviews))].filter(({ kind }) => kind === "review");

/** An account as a bundle, with a quarter as many invites and survey responses as reviews. */
export const accountBundle = (account: number, reviews: number): BundleSource => ({
  async *read() {
    yield* chunksOf(accountLines(account, reviews, otherRows(reviews)), (value) => value);
  },
});

/** An account to be copied: so many reviews, as many invites, half as many calls. */
export const copiedLines = (reviews: number): Iterable<Line> =>
  demoLines(planOf(77, { reviews, invites: reviews, calls: Math.round(reviews / 2) }));

/** Lines of text that are read as often as needed, each time from JSON as from a file. */
export const textBundle = (lines: readonly string[]): BundleSource => ({
  async *read() {
    yield* chunksOf(lines, (text) => JSON.parse(text) as unknown);
  },
});

const chunkLines = 1_000;

function* chunksOf<T>(lines: Iterable<T>, valueOf: (line: T) => unknown): Generator<readonly BundleLine[]> {
  let chunk: BundleLine[] = [];
  let line = 0;
  for (const one of lines) {
    chunk.push({ line: (line += 1), value: valueOf(one) });
    if (chunk.length < chunkLines) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
