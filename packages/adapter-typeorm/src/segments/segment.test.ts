import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { byPosition, minInteger, newest, type PositionRange } from "../lists/list-query.js";
import {
  covering,
  firstPart,
  packedCourse,
  type PackedSegment,
  restBehind,
  segmentColumns,
  segmentOf,
  segmentValues,
} from "./segment.js";

const at = (time: number, id = 1) => ({ at: time, kind: 0, id });
const segment = (first: number, last: number, until = last - 1): PackedSegment => ({
  withTail: false,
  first: at(first),
  last: at(last),
  until: at(until),
  ...{ count: 3, length: 10, crc: 7, revision: 1 },
});

describe("a segment", () => {
  it("covers its entries and the gap after it, and nothing else", () => {
    const [newer, older] = [segment(90, 70, 50), segment(50, 30)];
    const touched = (time: number) => covering([older, newer], [at(time)]);
    expect([91, 90, 80, 70, 60].map(touched)).toEqual([[], [newer], [newer], [newer], [newer]]);
    expect([50, 40, 30, 29].map(touched)).toEqual([[older], [older], [older], []]);
    expect(covering([newer, older], [at(80), at(75), at(40)])).toEqual([newer, older]);
  });

  it("is found with tails and without", () => {
    const both = [segment(90, 70), { ...segment(80, 60), withTail: true }];
    expect(covering(both, [at(75)])).toEqual(both);
  });

  it("is restored from its row", () => {
    const { count: _, length: __, crc: ___, revision: ____, ...stored } = segment(90, 70, 50);
    const row = Object.fromEntries(segmentColumns.map((name, index) => [name, segmentValues(stored)[index]]));
    expect(segmentOf(row)).toEqual(stored);
  });
});

describe("the course through a list", () => {
  const all = { after: undefined, last: undefined };
  const course = (whole = {}, ...segments: readonly PackedSegment[]) => [
    ...packedCourse({ ...all, ...whole }, segments),
  ];

  it("is one loose leg if there are no segments", () => {
    expect(course()).toEqual([{ loose: all, isFinal: true }]);
  });

  it("includes entries before, between and after segments", () => {
    const [newer, older] = [segment(90, 70), segment(50, 30)];
    expect(course({}, newer, older)).toEqual([
      { loose: { after: undefined, last: at(90, 2) }, isFinal: false },
      { segments: [newer] },
      { loose: { after: at(70), last: at(50, 2) }, isFinal: false },
      { segments: [older] },
      { loose: { after: at(30), last: undefined }, isFinal: true },
    ]);
  });

  it("skips the lookup between contiguous segments", () => {
    const [newer, older] = [segment(90, 70, 50), segment(50, 30)];
    expect(course({}, newer, older)).toEqual([
      { loose: { after: undefined, last: at(90, 2) }, isFinal: false },
      { segments: [newer, older] },
      { loose: { after: at(30), last: undefined }, isFinal: true },
    ]);
  });

  it("skips the lookup after a segment that states that nothing follows", () => {
    const newest = { loose: { after: undefined, last: at(90, 2) }, isFinal: false };
    const bottom = { at: minInteger, kind: minInteger, id: minInteger };
    const whole = { ...segment(90, 30), until: bottom };
    expect(course({}, whole)).toEqual([newest, { segments: [whole] }]);
    expect(course({ last: at(20) }, whole)).toEqual([newest, { segments: [whole] }]);
    const [ended, other] = [segment(90, 30, 20), { loose: { after: at(30), last: at(20) }, isFinal: true }];
    expect(course({ last: at(21) }, ended)).toEqual([newest, { segments: [ended] }]);
    expect(course({ last: at(20) }, ended)).toEqual([newest, { segments: [ended] }, other]);
  });

  it("includes only segments that are entirely within the window", () => {
    const [one, two, three] = [segment(90, 70, 60), segment(60, 50, 40), segment(40, 30)];
    const window = { after: at(89), last: at(35) };
    expect(course(window, one, two, three)).toEqual([
      { loose: { after: at(89), last: at(60, 2) }, isFinal: false },
      { segments: [two] },
      { loose: { after: at(50), last: at(35) }, isFinal: true },
    ]);
  });

  it("visits every entry once and in order for any segments and any lookup boundaries", () => {
    const entry = fc.constantFrom("begins", "begins behind a gap", "goes on", "is loose");
    const end = fc.option(fc.nat(120), { nil: undefined });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 120, size: "max" }), end, end, (entries, after, last) => {
        const whole = { after: after === undefined ? after : at(after), last: last === undefined ? last : at(last) };
        const times = entries.map((_, index) => entries.length - index);
        const seen = coursesOf(sealedAs(entries), whole).flatMap((leg) =>
          "segments" in leg
            ? leg.segments.flatMap((one) => times.filter((time) => time <= one.first.at && time >= one.last.at))
            : timesIn(times, leg.loose),
        );
        expect(seen).toEqual(timesIn(times, whole));
      }),
    );
  });
});

const timesIn = (times: readonly number[], { after = newest, last }: PositionRange): readonly number[] =>
  times.filter((time) => byPosition(at(time), after) < 0 && (!last || byPosition(at(time), last) >= 0));

/** Seals entries as described. The newest entry has the greatest time. */
function sealedAs(entries: readonly string[]): readonly PackedSegment[] {
  const all: PackedSegment[] = [];
  for (const [index, what] of entries.entries()) {
    const time = entries.length - index;
    const before = all.at(-1);
    if (what === "goes on" && before?.last.at === time + 1) all[all.length - 1] = { ...before, last: at(time) };
    else if (what.startsWith("begins")) all.push(segment(time, time));
  }
  return all.map((one, index) => {
    const next = all[index + 1];
    const isNext = next?.first.at === one.last.at - 1 && entries[entries.length - next.first.at] === "begins";
    return { ...one, until: isNext ? next.first : at(one.last.at, 0) };
  });
}

/** Yields the legs of all parts. Segments are looked up as in the database. */
function* coursesOfParts(segments: readonly PackedSegment[], whole: PositionRange) {
  for (let part = firstPart(whole), rest; ; part = rest) {
    const { after = newest, last } = part;
    const begin = segments.filter(({ first }) => byPosition(first, after) < 0 && first.at >= (last?.at ?? minInteger));
    const some = begin.slice(0, part.atOnce);
    rest = restBehind(part, some);
    yield* packedCourse(part, some, rest);
    if (!rest) return;
  }
}
const coursesOf = (...args: Parameters<typeof coursesOfParts>) => [...coursesOfParts(...args)];
