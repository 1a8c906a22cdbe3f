import type { AccountId, FeedList } from "@repute/domain";
import type { PackedSegment } from "./segment.js";
import { byPosition } from "./stretch.js";

/** What recently sent segments of a list held, for one that reads them from the first one on. */
export type KeptOfList = {
  find(segment: PackedSegment): Uint8Array | undefined;
  /**
   * Where there is no room, it takes the place of what nobody has asked for the longest. Answers whether it is kept: of a list
   * that is longer than there is room for, the beginning is.
   */
  keep(segment: PackedSegment, deflated: Uint8Array): boolean;
};

/** What recently sent segments of items held, so that it is not read again. */
export type KeptSegments = { of(account: AccountId, list: FeedList): KeptOfList };

type KeptOptions = {
  readonly mostBytes: number;
  /** Everything is forgotten once nobody has asked for anything for so many milliseconds. */
  readonly idle: number;
};

/** Of all accounts together, for ten minutes after the last list: reading segments takes up to half the time of sending them. */
export const usualKept: KeptOptions = { mostBytes: 16_000_000, idle: 600_000 };

type Kept = { readonly segment: PackedSegment; readonly deflated: Uint8Array; readonly list: KeptList };

/** Those of one list, by what is as good as never the same. */
type KeptList = Map<string, Kept>;

/** Keeps segments of all accounts together in memory. */
export function keptSegments({ mostBytes, idle }: KeptOptions): KeptSegments {
  const lists = new Map<string, KeptList>();
  /** The first one is what nobody has asked for the longest. */
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

/** Short, because it is made of every segment of every list. */
const keyOf = ({ revision, crc }: PackedSegment): string => `${revision} ${crc}`;

/** A segment that is sealed anew has a later revision, or fewer entries where one was taken out. */
const isSame = (one: PackedSegment, other: PackedSegment): boolean =>
  one.withTail === other.withTail &&
  one.revision === other.revision &&
  one.crc === other.crc &&
  one.length === other.length &&
  one.count === other.count &&
  byPosition(one.first, other.first) === 0 &&
  byPosition(one.last, other.last) === 0;
