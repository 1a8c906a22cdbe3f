import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { type Clock, install } from "@sinonjs/fake-timers";
import { type CachedSegments, cachedSegments } from "./segment-batches.js";
import type { PackedSegment } from "./segment.js";

describe("the segment cache", () => {
  let clock: Clock;
  let cache: CachedSegments;
  beforeEach(() => {
    clock = install();
    cache = cachedSegments({ maxBytes: 300, idle: 1_000 });
  });
  afterEach(() => clock.uninstall());

  const at = (seconds: number) => ({ at: seconds, kind: 0, id: seconds });
  const segment: PackedSegment = {
    ...{ withTail: false, first: at(9), last: at(5), until: at(4) },
    ...{ count: 5, length: 1_000, crc: 77, revision: 12 },
  };
  const sealed = (changed: Partial<PackedSegment> = {}) => ({ ...segment, ...changed });
  const [acme, zenith] = [1, 2] as [AccountId, AccountId];
  /** Starts another read of the list from the beginning. */
  const reviews = () => cache.of(acme, "reviews");
  const keep = (revision: number, deflated = bytes) => reviews().keep(sealed({ revision }), deflated);
  const bytes = new Uint8Array(100);
  const isCached = (revision: number) => reviews().find(sealed({ revision })) !== undefined;

  it("finds a segment only if all its properties match", () => {
    expect(reviews().keep(sealed(), bytes)).toBe(true);
    expect(reviews().find(sealed())).toBe(bytes);
    expect(reviews().find(sealed({ until: at(3) }))).toBe(bytes);
    const others: Partial<PackedSegment>[] = [
      ...[{ withTail: true }, { first: at(10) }, { last: at(6) }, { count: 4 }],
      ...[{ revision: 13 }, { length: 1_001 }, { crc: 78 }],
    ];
    for (const other of others) expect(reviews().find(sealed(other))).toBeUndefined();
    expect(cache.of(zenith, "reviews").find(sealed())).toBeUndefined();
    expect(cache.of(acme, "invites").find(sealed())).toBeUndefined();
  });

  it("evicts the least recently used segment at its size limit", () => {
    for (const revision of [1, 2, 3]) keep(revision);
    expect(isCached(1)).toBe(true);
    keep(4);
    expect([1, 2, 3, 4].map(isCached)).toEqual([true, false, true, true]);
    expect(keep(5, new Uint8Array(301))).toBe(false);
    expect([1, 3, 4, 5].map(isCached)).toEqual([true, true, true, false]);
    keep(6, new Uint8Array(300));
    expect([1, 3, 4, 6].map(isCached)).toEqual([false, false, false, true]);
  });

  it("keeps the beginning of a list that exceeds the limit, on every read", () => {
    for (let time = 0; time < 2; time += 1) {
      const list = reviews();
      const found = [1, 2, 3, 4].map((revision) => {
        const segment = sealed({ revision });
        return list.find(segment) ? "found" : list.keep(segment, bytes);
      });
      expect(found).toEqual(time === 0 ? [true, true, true, false] : ["found", "found", "found", false]);
    }
  });

  it("counts a segment once, even if it is cached repeatedly", () => {
    for (let time = 0; time < 5; time += 1) keep(1);
    keep(2);
    keep(3);
    expect([1, 2, 3].map(isCached)).toEqual([true, true, true]);
  });

  it("is cleared after a period without reads", () => {
    keep(1);
    clock.tick(900);
    expect(isCached(1)).toBe(true);
    clock.tick(999);
    expect(isCached(1)).toBe(true);
    clock.tick(1_000);
    expect(isCached(1)).toBe(false);
    keep(1);
    expect(isCached(1)).toBe(true);
  });
});
