import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { AccountId, FeedList, FeedSealer, PackedItems, SealOptions } from "@repute/domain";
import type { Engine } from "../engine/engine.js";
import { freeBuffers } from "../lists/free-buffers.js";
import { loosePortion, type Portion } from "./loose-portion.js";
import { sealedLists, storeSegment } from "./sealing.js";

const deflate = promisify<Uint8Array, object, Buffer>(deflateRaw);

/**
 * Default segment size in bytes. Combining shorter segments would take longer than reading their rows.
 * Longer segments would slow down writes, because a write deletes the segments that it affects.
 */
const usual = 500_000;

/**
 * Maximum time to wait for running list reads before each segment is sealed, in milliseconds.
 * Sealing during reads needs more memory and slows down both.
 */
const patience = 1_000;

/** Stores parts of lists as compressed segments. Worker threads of Node.js compress the parts. */
export function listSealer({ read, write, idle }: Pick<Engine, "read" | "write" | "idle">): FeedSealer {
  async function sealList(
    account: AccountId,
    list: FeedList,
    withTail: boolean,
    { onSegment, isStopping, bytes: wanted = usual }: SealOptions,
  ): Promise<number> {
    let sealed = 0;
    for (let after: Portion["end"] | undefined; ;) {
      await idle(patience);
      const portion = await read(account, (session) =>
        loosePortion(session, { account, list, withTail, after, wanted }),
      );
      if (!portion || isStopping?.()) return sealed;
      if (portion.json) {
        const packed = await packedForms(portion.json, portion.changes);
        freeBuffers(portion.json, portion.changes);
        const sealing = { account, list, withTail, portion, ...packed };
        if (await write(account, (session) => storeSegment(session, sealing))) {
          sealed += 1;
          onSegment?.();
        }
        freeBuffers(packed.items.deflated, packed.changes?.deflated);
      }
      after = portion.end;
      await setImmediate();
    }
  }

  return {
    async seal(account, options = {}) {
      const lists = await read(account, (session) => sealedLists(session, account, options.restingSince));
      let sealed = 0;
      for (const list of lists) {
        for (const withTail of list.startsWith("responses/") ? [false, true] : [false]) {
          sealed += await sealList(account, list, withTail, options);
        }
      }
      return sealed;
    },
  };
}

async function packedForms(json: Uint8Array, changes: Uint8Array | undefined) {
  const items = await pack(json, levels.items);
  return changes ? { items, changes: await pack(changes, levels.changes) } : { items };
}

/**
 * Compression levels of zlib. Each change of an entry causes its segment to be compressed again.
 * For items, level 6 would save 6 % of the bytes but take 25 % more time.
 * Changes have a lower level, because clients read them from segments only to start a new copy.
 */
const levels = { items: 5, changes: 3 };

/** Compresses items. The output ends on a byte boundary, so that outputs can be concatenated. */
async function pack(items: Uint8Array, level: number): Promise<PackedItems> {
  const deflated = await deflate(items, { level, finishFlush: constants.Z_SYNC_FLUSH });
  return { deflated, crc: crc32(items), length: items.length };
}
