import type { AccountId, FeedList } from "@repute/domain";
import type { PackedSegment } from "./segment.js";
import { byPosition } from "../lists/stretch.js";

/** The cached segments of a list, for a reader that reads the list from its beginning. */
export type KeptOfList = {
  find(segment: PackedSegment): Uint8Array | undefined;
  /**
   * Adds a segment. Evicts the least recently used segments if the cache is full. Returns false if the segments that
   * this reader has used already fill the cache, so that the beginning of a long list stays.
   */
  keep(segment: PackedSegment, deflated: Uint8Array): boolean;
};

/** A cache of compressed segments. */
export type KeptSegments = { of(account: AccountId, list: FeedList): KeptOfList };

type KeptOptions = {
  readonly mostBytes: number;
  /** Milliseconds without reads after which the cache is cleared. */
  readonly idle: number;
};

/** Default limits, shared by all accounts. The cache saves up to half the time of sending a list. */
export const usualKept: KeptOptions = { mostBytes: 16_000_000, idle: 600_000 };

type Kept = { readonly segment: PackedSegment; readonly deflated: Uint8Array; readonly list: KeptList };

/** The segments of one list. The key is unique with high probability. */
type KeptList = Map<string, Kept>;

/** Creates a segment cache that all accounts share. */
export function keptSegments({ mostBytes, idle }: KeptOptions): KeptSegments {
  const lists = new Map<string, KeptList>();
  /** In order of last use, least recently used first. */
  const all = new Set<Kept>();
  let bytes = 0;
  let forgetting: NodeJS.Timeout | undefined;

  function forget(): void {
    for (const one of all) remove(one);
    lists.clear();
    forgetting = undefined;
  }

  function listOf(account: AccountId, list: FeedList): KeptList {
    const name = `${account} ${list}`;
    const found = lists.get(name) ?? (new Map() as KeptList);
    lists.set(name, found);
    return found;
  }

  function remove(one: Kept | undefined): void {
    if (!one || !all.delete(one)) return;
    one.list.delete(keyOf(one.segment));
    bytes -= one.deflated.length;
  }

  function find(list: KeptList, segment: PackedSegment): Uint8Array | undefined {
    forgetting?.refresh();
    const one = list.get(keyOf(segment));
    if (!one || !isSame(one.segment, segment)) return undefined;
    all.delete(one);
    all.add(one);
    return one.deflated;
  }

  function keep(one: Kept): void {
    forgetting ??= setTimeout(forget, idle).unref();
    const { list, segment, deflated } = one;
    remove(list.get(keyOf(segment)));
    for (const oldest of all) {
      if (bytes + deflated.length <= mostBytes) break;
      remove(oldest);
    }
    list.set(keyOf(segment), one);
    all.add(one);
    bytes += deflated.length;
  }

  return {
    of(account, name) {
      const list = listOf(account, name);
      let room = mostBytes;
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

/** Short, because every cached segment has a key. */
const keyOf = ({ revision, crc }: PackedSegment): string => `${revision} ${crc}`;

/**
 * Compares all properties, because the key is not unique. A segment that is sealed again has a later revision, or fewer
 * entries after a deletion.
 */
const isSame = (one: PackedSegment, other: PackedSegment): boolean =>
  one.withTail === other.withTail &&
  one.revision === other.revision &&
  one.crc === other.crc &&
  one.length === other.length &&
  one.count === other.count &&
  byPosition(one.first, other.first) === 0 &&
  byPosition(one.last, other.last) === 0;
