import type { AccountId, FeedList } from "@repute/domain";
import { byPosition } from "../lists/position-range.js";
import type { PackedSegment } from "./segment.js";

/** Cache of the segments of one list, for one reader. */
export type ListSegmentCache = {
  find(segment: PackedSegment): Uint8Array | undefined;
  /**
   * Adds a segment to the cache. Evicts the least recently used segments if the cache is full.
   * Returns false if segments of the same read already fill the cache, so that a long list keeps its first segments.
   */
  keep(segment: PackedSegment, deflated: Uint8Array): boolean;
};

/** Cache of compressed segments. */
export type CachedSegments = { of(account: AccountId, list: FeedList): ListSegmentCache };

type SegmentCacheOptions = {
  readonly maxBytes: number;
  /** Time without reads after which the cache is cleared, in milliseconds. */
  readonly idle: number;
};

/**
 * Default limits of the segment cache, which all accounts share.
 * The cache saves up to half of the time for sending a list.
 */
export const defaultSegmentCache: SegmentCacheOptions = { maxBytes: 16_000_000, idle: 600_000 };

type CachedSegment = { readonly segment: PackedSegment; readonly deflated: Uint8Array; readonly list: CachedList };

/** Cached segments of one list by key. Two segments may have the same key, although this is very unlikely. */
type CachedList = Map<string, CachedSegment>;

export function cachedSegments({ maxBytes, idle }: SegmentCacheOptions): CachedSegments {
  const lists = new Map<string, CachedList>();
  /** Cached segments in order of last use. The least recently used segment is first. */
  const all = new Set<CachedSegment>();
  let bytes = 0;
  let evictionTimer: NodeJS.Timeout | undefined;

  function forget(): void {
    for (const one of all) remove(one);
    lists.clear();
    evictionTimer = undefined;
  }

  function listOf(account: AccountId, list: FeedList): CachedList {
    const name = `${account} ${list}`;
    const found = lists.get(name) ?? (new Map() as CachedList);
    lists.set(name, found);
    return found;
  }

  function remove(one: CachedSegment | undefined): void {
    if (!one || !all.delete(one)) return;
    one.list.delete(keyOf(one.segment));
    bytes -= one.deflated.length;
  }

  function find(list: CachedList, segment: PackedSegment): Uint8Array | undefined {
    evictionTimer?.refresh();
    const one = list.get(keyOf(segment));
    if (!one || !isSame(one.segment, segment)) return undefined;
    all.delete(one);
    all.add(one);
    return one.deflated;
  }

  function keep(one: CachedSegment): void {
    evictionTimer ??= setTimeout(forget, idle).unref();
    const { list, segment, deflated } = one;
    remove(list.get(keyOf(segment)));
    for (const oldest of all) {
      if (bytes + deflated.length <= maxBytes) break;
      remove(oldest);
    }
    list.set(keyOf(segment), one);
    all.add(one);
    bytes += deflated.length;
  }

  return {
    of(account, name) {
      const list = listOf(account, name);
      let room = maxBytes;
      return {
        find(segment) {
          const found = find(list, segment);
          if (found) room -= found.length;
          return found;
        },
        keep(segment, deflated) {
          room -= deflated.length;
          if (room >= 0) keep({ segment, deflated, list });
          return room >= 0;
        },
      };
    },
  };
}

/** Returns the cache key of a segment. The key is short to save memory. */
const keyOf = ({ revision, crc }: PackedSegment): string => `${revision} ${crc}`;

/**
 * Returns true if two segments have the same properties. The comparison is necessary because keys are not unique.
 * A segment that was created again has a later revision, or fewer entries after a deletion.
 */
const isSame = (one: PackedSegment, other: PackedSegment): boolean =>
  one.withTail === other.withTail &&
  one.revision === other.revision &&
  one.crc === other.crc &&
  one.length === other.length &&
  one.count === other.count &&
  byPosition(one.first, other.first) === 0 &&
  byPosition(one.last, other.last) === 0;
