import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import type { Clock } from "@sinonjs/fake-timers";
import { install } from "@sinonjs/fake-timers";
import type { KeptSegments } from "./kept-segments.js";
import { keptSegments } from "./kept-segments.js";
import type { PackedSegment } from "./segment.js";

describe("segments that were sent lately", () => {
  let clock: Clock;
  let kept: KeptSegments;
  beforeEach(() => {
    clock = install();
    kept = keptSegments({ mostBytes: 300, idle: 1_000 });
  });
  afterEach(() => clock.uninstall());

  const at = (seconds: number) => ({ at: seconds, kind: 0, id: seconds });
  const segment: PackedSegment = {
    ...{ withTail: false, first: at(9), last: at(5), until: at(4) },
    ...{ count: 5, length: 1_000, crc: 77, revision: 12 },
  };
  const sealed = (changed: Partial<PackedSegment> = {}) => ({ ...segment, ...changed });
  const [acme, zenith] = [1, 2] as [AccountId, AccountId];
  /** For one more list that is read from its beginning. */
  const reviews = () => kept.of(acme, "reviews");
  const keep = (revision: number, deflated = bytes) => reviews().keep(sealed({ revision }), deflated);
  const bytes = new Uint8Array(100);
  const isKept = (revision: number) => reviews().find(sealed({ revision })) !== undefined;

  it("are found by everything that tells them from others", () => {
    expect(reviews().keep(sealed(), bytes)).toBe(true);
    expect(reviews().find(sealed())).toBe(bytes);
    expect(reviews().find(sealed({ until: at(3) }))).toBe(bytes);
    const others: Partial<PackedSegment>[] = [
      ...[{ withTail: true }, { first: at(10) }, { last: at(6) }, { count: 4 }],
      ...[{ revision: 13 }, { length: 1_001 }, { crc: 78 }],
    ];
    for (const other of others) expect(reviews().find(sealed(other))).toBeUndefined();
    expect(kept.of(zenith, "reviews").find(sealed())).toBeUndefined();
    expect(kept.of(acme, "invites").find(sealed())).toBeUndefined();
  });

  it("take no more memory than they may: what was not asked for the longest goes first", () => {
    for (const revision of [1, 2, 3]) keep(revision);
    expect(isKept(1)).toBe(true);
    keep(4);
    expect([1, 2, 3, 4].map(isKept)).toEqual([true, false, true, true]);
    expect(keep(5, new Uint8Array(301))).toBe(false);
    expect([1, 3, 4, 5].map(isKept)).toEqual([true, true, true, false]);
    keep(6, new Uint8Array(300));
    expect([1, 3, 4, 6].map(isKept)).toEqual([false, false, false, true]);
  });

  it("are the first ones of a list that is longer than there is room for, read again or not", () => {
    for (let time = 0; time < 2; time += 1) {
      const list = reviews();
      const found = [1, 2, 3, 4].map((revision) => {
        const segment = sealed({ revision });
        return list.find(segment) ? "found" : list.keep(segment, bytes);
      });
      expect(found).toEqual(time === 0 ? [true, true, true, false] : ["found", "found", "found", false]);
    }
  });

  it("count once however often they are kept", () => {
    for (let time = 0; time < 5; time += 1) keep(1);
    keep(2);
    keep(3);
    expect([1, 2, 3].map(isKept)).toEqual([true, true, true]);
  });

  it("are forgotten once nobody has asked for any in a while", () => {
    keep(1);
    clock.tick(900);
    expect(isKept(1)).toBe(true);
    clock.tick(999);
    expect(isKept(1)).toBe(true);
    clock.tick(1_000);
    expect(isKept(1)).toBe(false);
    keep(1);
    expect(isKept(1)).toBe(true);
  });
});
