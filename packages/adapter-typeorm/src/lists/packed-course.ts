import type { FeedSlice } from "@repute/domain";
import type { PackedSegment, Segment } from "./segment.js";
import { followsAtOnce } from "./segment.js";
import type { Position, Stretch } from "./stretch.js";
import { byPosition, least } from "./stretch.js";

/** Whether a slice is of the kind that is stored packed. */
export function isStoredPacked({ separator = ",", order = "newest", ...slice }: FeedSlice): boolean {
  const { ratings, modifiedSince, filter, page, keyed } = slice;
  const isPlain = !ratings && modifiedSince === undefined && !filter && !page && !keyed;
  return isPlain && order === "newest" && separator === ",";
}

/** Segments of which each follows the one before it at once. */
export type Run<S = PackedSegment> = readonly [S, ...S[]];

/** What is read one after another: segments that follow one another, or entries that are in none. */
export type Leg<S = PackedSegment> = { readonly segments: Run<S> } | LooseLeg;
export type LooseLeg = { readonly loose: Stretch; readonly isFinal: boolean };

/** How many segments of a list are looked up first, so that the first byte leaves early, and how many at a time then. */
const [fewSegments, manySegments] = [16, 256];

/** A stretch of a list of which so many segments are looked up. */
export type Part = Stretch & { readonly atOnce: number };

/** What of a stretch is looked up first. */
export const firstPart = (whole: Stretch): Part => ({ ...whole, atOnce: fewSegments });

/** What is left of a part behind the first segments that begin in it; nothing where these are all. */
export function restBehind({ atOnce, ...part }: Part, segments: readonly PackedSegment[]): Part | undefined {
  const last = segments[atOnce - 1];
  if (!last || !isWithin(part, last) || isNothingBehind(last, part)) return undefined;
  return { ...part, after: justBefore(last.until), atOnce: manySegments };
}

/** How a stretch of a list, the newest entry first, is read with segments, which are in that order; up to the last one if there is a rest. */
export function* packedCourse<S extends PackedSegment>(
  whole: Stretch,
  segments: readonly S[],
  rest?: Stretch,
): Generator<Leg<S>, void> {
  let after = whole.after;
  for (const run of runsOf(segments.filter((segment) => isWithin(whole, segment)))) {
    const loose = { after, last: justBefore(run[0].first) };
    if (!isEmpty(loose)) yield { loose, isFinal: false };
    yield { segments: run };
    const last = run[run.length - 1] as S;
    if (isNothingBehind(last, whole)) return;
    after = last.last;
  }
  if (!rest) yield { loose: { after, last: whole.last }, isFinal: true };
}

/** How what a copy lacks of a list is read, the oldest entry first; runs go that way too. */
export const copyCourse = <S extends PackedSegment>(
  after: Position | undefined,
  segments: readonly S[],
): readonly Leg<S>[] =>
  [...packedCourse({ after: undefined, last: after && justBefore(after) }, segments)].map(turned).reverse();

const turned = <S>(leg: Leg<S>): Leg<S> =>
  "loose" in leg
    ? { loose: turnedStretch(leg.loose), isFinal: false }
    : { segments: [...leg.segments].reverse() as unknown as Run<S> };

/** What comes after a position now comes up to the one below it. */
const turnedStretch = ({ after, last }: Stretch): Stretch => ({
  after: last && below(last),
  last: after && below(after),
});

function runsOf<S extends PackedSegment>(segments: readonly S[]): readonly Run<S>[] {
  const runs: [S, ...S[]][] = [];
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before && followsAtOnce(before, segment)) runs.at(-1)?.push(segment);
    else runs.push([segment]);
  }
  return runs;
}

const oldest: Position = { at: least, kind: least, id: least };

/** Whether a segment says that no entry of a stretch comes after its own. */
const isNothingBehind = ({ until }: Segment, { last }: Stretch): boolean =>
  last ? byPosition(until, last) < 0 : byPosition(until, oldest) === 0;

/** Whether no position lies in a stretch. */
const isEmpty = ({ after, last }: Stretch): boolean =>
  after !== undefined && last !== undefined && byPosition(after, last) <= 0;

const isWithin = ({ after, last }: Stretch, segment: Segment): boolean =>
  (!after || byPosition(segment.first, after) < 0) && (!last || byPosition(segment.last, last) >= 0);

/** The last position that comes before one, where the newest entry is the first: ids are whole numbers. */
const justBefore = ({ at, kind, id }: Position): Position => ({ at, kind, id: id + 1 });

const below = ({ at, kind, id }: Position): Position => ({ at, kind, id: id - 1 });

/** All of a segment as a stretch, the oldest entry first. */
export const stretchOfSegment = ({ first, last }: Segment): Stretch => ({ after: below(last), last: first });
