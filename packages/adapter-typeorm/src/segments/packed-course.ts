import { byPosition, minInteger, type Position, type PositionRange } from "../lists/position-range.js";
import { followsAtOnce, type PackedSegment, type Segment } from "./segment.js";

/** Array of contiguous segments. Contains at least one segment. */
export type Run<S = PackedSegment> = readonly [S, ...S[]];

/** One step of a read: either contiguous segments, or entries outside of segments. */
export type ReadPart<S = PackedSegment> = { readonly segments: Run<S> } | RowPart;
export type RowPart = { readonly loose: PositionRange; readonly isFinal: boolean };

/**
 * Number of segments in the first lookup, and in each later lookup.
 * The first lookup is small, so that the first byte is sent early.
 */
const [firstSegments, nextSegments] = [16, 256];

/** Range of a list. `atOnce` is the number of segments to look up at once. */
export type Part = PositionRange & { readonly atOnce: number };

export const firstPart = (whole: PositionRange): Part => ({ ...whole, atOnce: firstSegments });

/** Returns the part of a range that follows its first segments, or undefined if nothing remains. */
export function restBehind({ atOnce, ...part }: Part, segments: readonly PackedSegment[]): Part | undefined {
  const last = segments[atOnce - 1];
  if (!last || !isWithin(part, last) || isNothingBehind(last, part)) return undefined;
  return { ...part, after: justBefore(last.until), atOnce: nextSegments };
}

/**
 * Divides a range of a list into steps, newest first. `segments` must be sorted newest first.
 * If `rest` is given, the steps end with the last segment, because `rest` is read later.
 */
export function* packedCourse<S extends PackedSegment>(
  whole: PositionRange,
  segments: readonly S[],
  rest?: PositionRange,
): Generator<ReadPart<S>, void> {
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

/** Returns the steps of a copy that reads the rest of a list, from the oldest row to the newest. */
export const copyCourse = <S extends PackedSegment>(
  after: Position | undefined,
  segments: readonly S[],
): readonly ReadPart<S>[] =>
  [...packedCourse({ after: undefined, last: after && justBefore(after) }, segments)].map(turned).reverse();

const turned = <S>(leg: ReadPart<S>): ReadPart<S> =>
  "loose" in leg
    ? { loose: reversedRange(leg.loose), isFinal: false }
    : { segments: [...leg.segments].reverse() as unknown as Run<S> };

/**
 * Converts a range to the reverse sort order.
 * The exclusive start becomes the inclusive end, so the bounds move down by one id.
 */
const reversedRange = ({ after, last }: PositionRange): PositionRange => ({
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

const oldest: Position = { at: minInteger, kind: minInteger, id: minInteger };

/** Returns true if a range contains no entry after a segment. */
const isNothingBehind = ({ until }: Segment, { last }: PositionRange): boolean =>
  last ? byPosition(until, last) < 0 : byPosition(until, oldest) === 0;

/** Returns true if a range contains no position. */
const isEmpty = ({ after, last }: PositionRange): boolean =>
  after !== undefined && last !== undefined && byPosition(after, last) <= 0;

const isWithin = ({ after, last }: PositionRange, segment: Segment): boolean =>
  (!after || byPosition(segment.first, after) < 0) && (!last || byPosition(segment.last, last) >= 0);

/** Returns the position before another in the newest-first order: the position with the next higher id. */
const justBefore = ({ at, kind, id }: Position): Position => ({ at, kind, id: id + 1 });

const below = ({ at, kind, id }: Position): Position => ({ at, kind, id: id - 1 });

/** Returns the range of a segment in the oldest-first order. */
export const rangeOfSegment = ({ first, last }: Segment): PositionRange => ({ after: below(last), last: first });
