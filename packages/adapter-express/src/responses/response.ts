import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type { FeedBatch, PackedItems } from "@repute/domain";
import type { RouterOptions } from "../options.js";
import { ClientGone, type Exchange } from "../router/exchange.js";
import { acceptedEncoding, compressed, compressor, type Encoding, gzipMember } from "./encoding.js";
import type { ListForm } from "./list-forms.js";

/** A response before it is sent. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | ListBody;
  /** Returns the compressed body from a cache. Without this function, the body is compressed for each response. */
  readonly encoded?: (encoding: Exclude<Encoding, "identity">) => Promise<Uint8Array>;
  /** Length of a list body in bytes, if it was measured. */
  readonly length?: number;
  /** True if the response may be compressed. */
  readonly compressible: boolean;
  /** True if the list may contain batches that are stored compressed. The response is then sent in gzip. */
  readonly packed?: boolean;
  /** True if the format depends on the `Accept` header. Default: false. */
  readonly negotiated?: boolean;
};

type SendLimits = PaceLimits & Pick<RouterOptions, "listMilliseconds">;

const compressionThreshold = 1_024;
const maxListTime = 3_600_000;

/** Sends a response. A HEAD request gets the same headers as a GET request, without reading the whole list. */
export async function sendResponse(exchange: Exchange, outcome: HttpResponse, limits: SendLimits): Promise<void> {
  const { request, response } = exchange;
  const { body } = outcome;
  const encoding = encodingOf(exchange, outcome);
  if (body instanceof Uint8Array) {
    const bytes = await bytesIn(encoding, body, outcome);
    writeHead(exchange, outcome, encoding);
    if (outcome.status !== 304 && outcome.status !== 204) response.setHeader("Content-Length", bytes.length);
    return openSink(exchange, "identity", limits).end(request.method === "HEAD" ? undefined : bytes);
  }
  if (request.method === "HEAD") await body.cursor.close();
  writeHead(exchange, outcome, encoding);
  if (outcome.length !== undefined) {
    response.setHeader("Content-Length", outcome.length);
    response.strictContentLength = true;
  }
  if (request.method === "HEAD") return openSink(exchange, "identity", limits).end();
  response.once("close", endAfter(exchange, limits.listMilliseconds ?? maxListTime));
  return pumpList(
    body,
    outcome.packed ? openPackedSink(exchange, body.form, limits) : openSink(exchange, encoding, limits),
  );
}

const bytesIn = (encoding: Encoding, body: Uint8Array, { encoded }: HttpResponse): Uint8Array | Promise<Uint8Array> =>
  encoding === "identity" ? body : (encoded?.(encoding) ?? compressed(body, encoding));

function encodingOf({ request }: Exchange, { body, compressible, packed }: HttpResponse): Encoding {
  if (packed) return "gzip";
  const { length } = body instanceof Uint8Array ? body : body.read[0].json;
  const isCompressed = compressible && length >= compressionThreshold;
  return isCompressed ? acceptedEncoding(request.headers["accept-encoding"]?.toString()) : "identity";
}

function writeHead({ response, facts }: Exchange, outcome: HttpResponse, encoding: Encoding): void {
  const { status, headers, negotiated, compressible } = outcome;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const vary = [negotiated && "Accept", compressible && "Accept-Encoding"].filter((name) => name);
  if (vary.length > 0) response.appendHeader("Vary", vary.join(", "));
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  facts.status = status;
}

/** A list being sent: its format, the batches read so far, and the cursor for the remaining batches. */
type ListBody = {
  readonly form: ListForm;
  readonly read: readonly [FeedBatch, ...FeedBatch[]];
  readonly cursor: Cursor;
};

/** Sends a list batch by batch. Other requests can run between two batches, no matter how fast the client reads. */
async function pumpList({ form, read: [first, ...others], cursor }: ListBody, sink: Sink): Promise<void> {
  const behind = async ({ delivery }: FeedBatch) => (delivery?.isLast ? undefined : cursor.next());
  try {
    await pumpBatch(form, form.opening, first, sink);
    for (const batch of others) await pumpBatch(form, form.between, batch, sink);
    for (let batch = await behind(others.at(-1) ?? first); batch; batch = await behind(batch)) {
      await pumpBatch(form, form.between, batch, sink);
    }
    // End the response before closing the list's database transaction.
    sink.end(form.closing(false));
  } finally {
    await cursor.close();
  }
}

async function pumpBatch(form: ListForm, before: Uint8Array, batch: FeedBatch, sink: Sink): Promise<void> {
  const { json, delivery: { packed, release } = {} } = batch;
  await sink.write(before);
  if (packed) {
    if (await sink.writePacked(packed)) release?.();
    return turn();
  }
  let isGone = true;
  for (const portion of form.portions(json)) {
    const isWritten = await sink.write(portion);
    if (isWritten) form.reuse(portion);
    isGone = isWritten || portion !== json;
    await turn();
  }
  if (isGone) release?.();
}

/** Cursor that reads the batches of a list. */
export type Cursor = {
  /** Returns the next batch, or `undefined` after the last one. */
  next(): Promise<FeedBatch | undefined>;
  /** Ends the read and releases its resources. Called automatically when the client disconnects. */
  close(): Promise<void>;
};

/** Opens a cursor that reads a list for a request. */
export function openCursor(
  { leaving: { signal: disconnected }, facts }: Pick<Exchange, "leaving" | "facts">,
  batches: AsyncIterable<FeedBatch>,
): Cursor {
  const iterator = batches[Symbol.asyncIterator]();
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    closing ??= Promise.resolve(iterator.return?.());
    await closing;
  };
  // Ignore errors here. The reader of the list also closes the cursor and handles its errors.
  const leave = () => void close().catch(() => undefined);
  disconnected.addEventListener("abort", leave, { once: true });

  return {
    async next() {
      if (disconnected.aborted) throw new ClientGone();
      const { done, value } = await iterator.next();
      if (done) return undefined;
      facts.rows = (facts.rows ?? 0) + value.count;
      return value;
    },
    async close() {
      disconnected.removeEventListener("abort", leave);
      await close();
    },
  };
}

/** Destination for the bytes of a response, with backpressure. */
type Sink = {
  /** Waits for backpressure to clear. Resolves to true when the socket has released all chunks. */
  write(...chunks: readonly Uint8Array[]): Promise<boolean>;
  /** Writes items that are already compressed. Rejects unless the response is packed. */
  writePacked(items: readonly PackedItems[]): Promise<boolean>;
  end(last?: Uint8Array): void;
};

/** Starts the body of a response. A client that reads too slowly is disconnected. */
function openSink(exchange: Exchange, encoding: Encoding, limits: PaceLimits): Sink {
  const { response, facts } = exchange;
  const pace = paceOf(exchange, limits);
  const target = encoding === "identity" ? response : throughCompressor(exchange, encoding);
  // If the host has replaced `write`, assume that the host's function retains the chunks.
  const isDirect = target === response && !Object.hasOwn(response, "write");
  const count = (chunk: Uint8Array) => (facts.bytes += target === response ? chunk.length : 0);
  return {
    writePacked: () => Promise.reject(new Error("packed items can be written only to a packed response")),
    async write(...chunks) {
      if (exchange.leaving.signal.aborted) throw new ClientGone();
      let isFull = false;
      for (const chunk of chunks) {
        if (chunk.length === 0) continue;
        count(chunk);
        isFull = !target.write(chunk);
      }
      if (!isFull) return false;
      pace.setWaiting(true);
      await once(target, "drain", { signal: exchange.leaving.signal }).catch(giveUp);
      pace.setWaiting(false);
      return isDirect && response.writableLength === 0;
    },
    end(last = Buffer.alloc(0)) {
      count(last);
      response.once("finish", () => pace.setWaiting(false));
      target.end(last);
      if (target !== response || response.writableLength > 0) pace.setWaiting(true);
    },
  };

  function giveUp(error: unknown): never {
    throw exchange.leaving.signal.aborted ? new ClientGone() : error;
  }
}

/** Starts the gzip body of a packed response. It consists of items that are stored compressed, and of other bytes. */
function openPackedSink(exchange: Exchange, { separator }: ListForm, limits: PaceLimits): Sink {
  const sink = openSink(exchange, "identity", limits);
  const member = gzipMember(separator);
  return {
    async write(...chunks) {
      for (const chunk of chunks) if (chunk.length > 0) await sink.write(await member.loose(chunk));
      return true;
    },
    writePacked: (items) => sink.write(...member.packed(items)),
    end: (last = Buffer.alloc(0)) => sink.end(member.end(last)),
  };
}

function throughCompressor({ response, leaving, facts }: Exchange, encoding: Exclude<Encoding, "identity">): Writable {
  const stream = compressor(encoding);
  stream.on("data", (chunk: Buffer) => (facts.bytes += chunk.length));
  stream.on("error", (error) => response.destroy(error));
  leaving.signal.addEventListener("abort", () => stream.destroy(), { once: true });
  return stream.pipe(response) && stream;
}

type PaceLimits = Pick<RouterOptions, "stallMilliseconds" | "minBytesPerSecond">;

/** Number of times that a client's speed is checked during `stallMilliseconds`. */
const looks = 6;
const maxAge = 1_000;

/**
 * Resets the connection of a client that reads its response too slowly, measured over `stallMilliseconds`.
 * Only time spent waiting for the client counts, not time spent by the server or the database.
 */
function paceOf(
  { response, facts }: Pick<Exchange, "response" | "facts">,
  { stallMilliseconds = 30_000, minBytesPerSecond = 8_192 }: PaceLimits,
) {
  const pause = stallMilliseconds / looks;
  const min = Math.max(1, (minBytesPerSecond * stallMilliseconds) / 1_000);
  let isWaiting = false;
  let samples: readonly { readonly at: number; readonly bytes: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const { socket } = response;
    if (!isWaiting || !socket) return void (samples = []);
    const bytes = await bytesReceived(socket, Math.min(pause, maxAge));
    if (!isWaiting || bytes === undefined || response.destroyed) return;
    const now = performance.now();
    const before = samples.findLast(({ at }) => now - at >= stallMilliseconds);
    if (before && bytes - before.bytes < min) {
      facts.reason = "client_stalled";
      return breakOff(response);
    }
    samples = [...samples.filter((one) => before === undefined || one.at >= before.at), { at: now, bytes }];
  }

  return {
    /** Sets whether the response is currently waiting for the client. */
    setWaiting(isNow: boolean): void {
      isWaiting = isNow;
      if (timer || !isNow) return;
      timer = setInterval(() => void look(), pause).unref();
      response.once("close", () => clearInterval(timer));
    },
  };
}

/**
 * Resets the connection if the response is not complete after `milliseconds`.
 * Returns a function that cancels the timeout.
 */
function endAfter({ response, facts }: Pick<Exchange, "response" | "facts">, milliseconds: number): () => void {
  const timer = setTimeout(() => {
    facts.reason = "list_took_too_long";
    breakOff(response);
  }, milliseconds).unref();
  return () => clearTimeout(timer);
}

/** Files in which Linux lists TCP connections and the size of their send queues. */
const lists = ["/proc/net/tcp", "/proc/net/tcp6"];

type Queues = ReadonlyMap<string, number>;

let latest: { readonly at: number; readonly queues: Promise<Queues | undefined> } | undefined;

/**
 * Returns the number of bytes that the other end of a connection has received, or `undefined` if it is unknown.
 * Subtracts the kernel's send queue from the bytes written, because the queue can hold megabytes.
 * The queues of all connections are read together, at most once every `age` milliseconds.
 * If the operating system does not list the queues, all bytes written count as received.
 */
async function bytesReceived(socket: Socket, age: number): Promise<number | undefined> {
  const queues = await sendQueues(age);
  const handed = socket.bytesWritten - socket.writableLength;
  if (!queues) return handed;
  const queue = queues.get(keyOf(socket.localPort, socket.remotePort));
  return queue === undefined ? undefined : handed - queue;
}

function sendQueues(age: number): Promise<Queues | undefined> {
  const now = performance.now();
  if (!latest || now - latest.at >= age) latest = { at: now, queues: readQueues() };
  return latest.queues;
}

async function readQueues(): Promise<Queues | undefined> {
  const texts = await Promise.all(lists.map((list) => readFile(list, "latin1").catch(() => "")));
  if (texts.every((text) => text === "")) return undefined;
  return new Map(texts.flatMap((text) => text.split("\n").flatMap(queueOf)));
}

/**
 * Parses a line such as ` 0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 ...`: number, local and remote address,
 * state, and send queue.
 */
function queueOf(line: string): readonly (readonly [key: string, bytes: number])[] {
  const [, local = "", remote = "", state, waiting = ""] = line.trim().split(" ", 5);
  return state === "01" ? [[`${portIn(local)} ${portIn(remote)}`, Number.parseInt(waiting, 16)]] : [];
}

const portIn = (end: string): number => Number.parseInt(end.slice(end.indexOf(":") + 1), 16);

const keyOf = (local: number | undefined, remote: number | undefined): string => `${local} ${remote}`;

/**
 * Resets the connection of an unfinished response, so that the client and proxies see the failure.
 * With HTTP/1.0, an orderly close would mark the response as complete.
 */
export function breakOff(response: ServerResponse): void {
  try {
    response.socket?.resetAndDestroy();
  } catch {
    // Only plain TCP sockets can be reset. TLS clients detect a truncated stream without a reset.
  }
  response.destroy();
}
