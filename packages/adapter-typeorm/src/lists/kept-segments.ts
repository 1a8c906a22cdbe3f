import type { AccountId, FeedList } from "@repute/domain";
import type { PackedSegment } from "./segment.js";
import type { Position } from "./stretch.js";

/** A segment with the last revision of its items. */
export type RevisedSegment = PackedSegment & { readonly revision: number };

/** A segment of the items of an account's list. */
type Sealed = { readonly account: AccountId; readonly list: FeedList; readonly segment: RevisedSegment };

/** What segments held that were sent lately, so that it is not read again. */
export type KeptSegments = {
  find(sealed: Sealed): Uint8Array | undefined;
  /** In place of what has not been asked for the longest, if need be. */
  keep(sealed: Sealed, deflated: Uint8Array): void;
  readonly mostBytes: number;
};

type KeptOptions = {
  readonly mostBytes: number;
  /** After so many milliseconds in which nothing is asked for, nothing is kept any more. */
  readonly idle: number;
};

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

  return {
    mostBytes,
    find(sealed) {
      forgetting?.refresh();
      const key = keyOf(sealed);
      const found = remove(key);
      if (found) put(key, found);
      return found;
    },
    keep(sealed, deflated) {
      if (deflated.length > mostBytes) return;
      forgetting ??= setTimeout(forget, idle).unref();
      const key = keyOf(sealed);
      remove(key);
      put(key, deflated);
    },
  };
}

/** What is sealed anew has a later revision, unless an entry was taken out: then there are fewer. */
function keyOf({ account, list, segment }: Sealed): string {
  const { withTail, first, last, count, revision, length, crc } = segment;
  return [account, list, withTail, ...positionOf(first), ...positionOf(last), count, revision, length, crc].join(" ");
}

const positionOf = ({ at, kind, id }: Position): readonly number[] => [at, kind, id];
