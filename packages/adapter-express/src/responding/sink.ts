import { once } from "node:events";
import type { Writable } from "node:stream";
import type { PackedItems } from "@repute/domain";
import { ClientGone, type Exchange } from "../exchange.js";
import { compressor, type Encoding } from "./encoding.js";
import { gzipMember } from "./gzip-member.js";
import type { ListForm } from "./list-form.js";
import { type PaceLimits, paceOf } from "./pace.js";

/** Destination for the bytes of a response, with backpressure. */
export type Sink = {
  /** Waits for backpressure to clear. Resolves to true when the socket has released all chunks. */
  write(...chunks: readonly Uint8Array[]): Promise<boolean>;
  /** Writes items that are already compressed. Rejects unless the response is packed. */
  writePacked(items: readonly PackedItems[]): Promise<boolean>;
  end(last?: Uint8Array): void;
};

/** Starts the body of a response. A client that reads too slowly is disconnected. */
export function openSink(exchange: Exchange, encoding: Encoding, limits: PaceLimits): Sink {
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
export function openPackedSink(exchange: Exchange, { separator }: ListForm, limits: PaceLimits): Sink {
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
