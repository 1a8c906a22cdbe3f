import type { AppliedWindow, FeedBatch, Instant, ListReading } from "@repute/domain";
import { isoInstant } from "@repute/domain";
import type { Exchange } from "../exchange.js";
import type { Answer } from "./answer.js";
import type { Cursor } from "./cursor.js";
import { openCursor } from "./cursor.js";
import { closing, opening } from "./pump-list.js";

/** A first batch of fewer bytes may well be the only one: then the list is sent as a whole. */
const smallBatch = 65_536;

/** Begins to read a list. What goes wrong before its first batch is there can still be told in an answer. */
export async function listAnswer(exchange: Exchange, reading: ListReading): Promise<Answer> {
  const cursor = openCursor(exchange, reading.batches);
  try {
    const first = await cursor.next();
    if (!first) throw new Error("a list has a first batch, even when it is empty");
    const headers = { ...jsonHeaders, ...windowHeaders(reading.window), "X-Watermark": isoInstant(first.watermark) };
    return { status: 200, headers, body: await bodyOf(first, cursor), compressible: true };
  } catch (error) {
    await cursor.close();
    throw error;
  }
}

const jsonHeaders = { "Content-Type": "application/json", "Cache-Control": "no-store" };

function windowHeaders(window: AppliedWindow | undefined): Record<string, string> {
  const bounds: readonly (readonly [string, Instant | undefined])[] = [
    ["X-Window-Start", window?.start],
    ["X-Window-End", window?.end],
  ];
  return Object.fromEntries(
    bounds.flatMap(([name, bound]) => (bound === undefined ? [] : [[name, isoInstant(bound)]])),
  );
}

async function bodyOf(first: FeedBatch, cursor: Cursor): Promise<Answer["body"]> {
  if (first.json.length >= smallBatch) return { read: [first], cursor };
  const second = await cursor.next();
  if (second) return { read: [first, second], cursor };
  await cursor.close();
  return Buffer.concat([opening, first.json, closing]);
}
