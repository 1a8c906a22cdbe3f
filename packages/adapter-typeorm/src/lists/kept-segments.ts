import type { AccountId, FeedList } from "@repute/domain";
import type { PackedSegment } from "./segment.js";
import type { Position } from "./stretch.js";

/** A segment with the last revision of its items. */
export type RevisedSegment = PackedSegment & { readonly revision: number };

/** A segment of the items of an account's list. */
type Sealed = { readonly account: AccountId; readonly list: FeedList; readonly segment: RevisedSegment };

/** What recently sent segments held, so that it is not read again. */
export type KeptSegments = {
  find(sealed: Sealed): Uint8Array | undefined;
  /** Where there is no room, it takes the place of what nobody has asked for the longest. */
  keep(sealed: Sealed, deflated: Uint8Array): void;
  readonly mostBytes: number;
};

type KeptOptions = {
  readonly mostBytes: number;
  /** Everything is forgotten once nobody has asked for anything for so many milliseconds. */
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

/** A segment that is sealed anew has a later revision, or fewer entries where one was taken out. */
function keyOf({ account, list, segment }: Sealed): string {
  const { withTail, first, last, count, revision, length, crc } = segment;
  return [account, list, withTail, ...positionOf(first), ...positionOf(last), count, revision, length, crc].join(" ");
}

const positionOf = ({ at, kind, id }: Position): readonly number[] => [at, kind, id];
