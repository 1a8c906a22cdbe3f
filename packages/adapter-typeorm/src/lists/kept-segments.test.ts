import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import type { Clock } from "@sinonjs/fake-timers";
import { install } from "@sinonjs/fake-timers";
import type { KeptSegments, RevisedSegment } from "./kept-segments.js";
import { keptSegments } from "./kept-segments.js";

describe("segments that were sent lately", () => {
  let clock: Clock;
  let kept: KeptSegments;
  beforeEach(() => {
    clock = install();
    kept = keptSegments({ mostBytes: 300, idle: 1_000 });
  });
  afterEach(() => clock.uninstall());

  const at = (seconds: number) => ({ at: seconds, kind: 0, id: seconds });
  const segment: RevisedSegment = {
    ...{ withTail: false, first: at(9), last: at(5), until: at(4) },
    ...{ count: 5, length: 1_000, crc: 77, revision: 12 },
  };
  const sealed = (changed: Partial<RevisedSegment> = {}, account = 1) =>
    ({ account: account as AccountId, list: "reviews", segment: { ...segment, ...changed } }) as const;
  const bytes = new Uint8Array(100);
  const isKept = (revision: number) => kept.find(sealed({ revision })) !== undefined;

  it("are found by everything that tells them from others", () => {
    kept.keep(sealed(), bytes);
    expect(kept.find(sealed())).toBe(bytes);
    expect(kept.find(sealed({ until: at(3) }))).toBe(bytes);
    const others: Partial<RevisedSegment>[] = [
      ...[{ withTail: true }, { first: at(10) }, { last: at(6) }, { count: 4 }],
      ...[{ revision: 13 }, { length: 1_001 }, { crc: 78 }],
    ];
    for (const other of others) expect(kept.find(sealed(other))).toBeUndefined();
    expect(kept.find(sealed({}, 2))).toBeUndefined();
    expect(kept.find({ ...sealed(), list: "invites" })).toBeUndefined();
  });

  it("take no more memory than they may: what was not asked for the longest goes first", () => {
    for (const revision of [1, 2, 3]) kept.keep(sealed({ revision }), bytes);
    expect(isKept(1)).toBe(true);
    kept.keep(sealed({ revision: 4 }), bytes);
    expect([1, 2, 3, 4].map(isKept)).toEqual([true, false, true, true]);
    kept.keep(sealed({ revision: 5 }), new Uint8Array(301));
    expect([1, 3, 4, 5].map(isKept)).toEqual([true, true, true, false]);
    kept.keep(sealed({ revision: 6 }), new Uint8Array(300));
    expect([1, 3, 4, 6].map(isKept)).toEqual([false, false, false, true]);
  });

  it("count once however often they are kept", () => {
    for (let time = 0; time < 5; time += 1) kept.keep(sealed({ revision: 1 }), bytes);
    kept.keep(sealed({ revision: 2 }), bytes);
    kept.keep(sealed({ revision: 3 }), bytes);
    expect([1, 2, 3].map(isKept)).toEqual([true, true, true]);
  });

  it("are forgotten once nobody has asked for any in a while", () => {
    kept.keep(sealed(), bytes);
    clock.tick(900);
    expect(isKept(segment.revision)).toBe(true);
    clock.tick(999);
    expect(isKept(segment.revision)).toBe(true);
    clock.tick(1_000);
    expect(isKept(segment.revision)).toBe(false);
    kept.keep(sealed(), bytes);
    expect(isKept(segment.revision)).toBe(true);
  });
});
