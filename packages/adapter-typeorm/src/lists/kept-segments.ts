import type { AccountId, FeedList } from "@repute/domain";
import type { PackedSegment } from "./segment.js";
import type { Position } from "./stretch.js";

/** A segment with the last revision of its items. */
export type RevisedSegment = PackedSegment & { readonly revision: number };

/** What recently sent segments of a list held, for one that reads them from the first one on. */
export type KeptOfList = {
  find(segment: RevisedSegment): Uint8Array | undefined;
  /**
   * Where there is no room, it takes the place of what nobody has asked for the longest. Answers whether it is kept: of a list
   * that is longer than there is room for, the beginning is.
   */
  keep(segment: RevisedSegment, deflated: Uint8Array): boolean;
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

/** Keeps segments of all accounts together in memory. */
export function keptSegments({ mostBytes, idle }: KeptOptions): KeptSegments {
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;
  let forgetting: NodeJS.Timeout | undefined;

  function forget(): void {
    kept.clear();
    bytes = 0;
    forgetting = undefined;
  }

  function remove(key: string): Uint8Array | undefined {
    const found = kept.get(key);
    if (found) bytes -= found.length;
    kept.delete(key);
    return found;
  }

  function put(key: string, deflated: Uint8Array): void {
    for (const oldest of kept.keys()) {
      if (bytes + deflated.length <= mostBytes) break;
      remove(oldest);
    }
    kept.set(key, deflated);
    bytes += deflated.length;
  }

  function find(key: string): Uint8Array | undefined {
    forgetting?.refresh();
    const found = remove(key);
    if (found) put(key, found);
    return found;
  }

  function keep(key: string, deflated: Uint8Array): void {
    forgetting ??= setTimeout(forget, idle).unref();
    remove(key);
    put(key, deflated);
  }

  return {
    of(account, list) {
      let room = mostBytes;
      return {
        find(segment) {
          const found = find(keyOf(account, list, segment));
          if (found) room -= found.length;
          return found;
        },
        keep(segment, deflated) {
          room -= deflated.length;
          if (room >= 0) keep(keyOf(account, list, segment), deflated);
          return room >= 0;
        },
      };
    },
  };
}

/** A segment that is sealed anew has a later revision, or fewer entries where one was taken out. */
function keyOf(account: AccountId, list: FeedList, segment: RevisedSegment): string {
  const { withTail, first, last, count, revision, length, crc } = segment;
  return `${account} ${list} ${withTail} ${textOf(first)} ${textOf(last)} ${count} ${revision} ${length} ${crc}`;
}

const textOf = ({ at, kind, id }: Position): string => `${at} ${kind} ${id}`;
