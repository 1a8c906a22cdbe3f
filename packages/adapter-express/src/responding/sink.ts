import { once } from "node:events";
import type { Writable } from "node:stream";
import type { Exchange } from "../exchange.js";
import { ClientGone } from "../exchange.js";
import type { Encoding } from "./encoding.js";
import { compressor } from "./encoding.js";
import type { PaceLimits } from "./pace.js";
import { paceOf } from "./pace.js";

/** Where a response's bytes go, no faster than the client takes them. */
export type Sink = {
  /** Waits until there is room for more. */
  write(chunk: Uint8Array): Promise<void>;
  end(last?: Uint8Array): void;
};

/** The body of an exchange's response. A client that holds it up and takes too little is cut off. */
export function openSink(exchange: Exchange, encoding: Encoding, limits: PaceLimits): Sink {
  const { response, gone, facts } = exchange;
  const pace = paceOf(exchange, limits);
  const target = encoding === "identity" ? response : throughCompressor(exchange, encoding);
  const count = (chunk: Uint8Array) => (facts.bytes += target === response ? chunk.length : 0);
  return {
    async write(chunk) {
      if (gone.aborted) throw new ClientGone();
      if (chunk.length === 0) return;
      count(chunk);
      if (target.write(chunk)) return;
      pace.heldUp(true);
      await once(target, "drain", { signal: gone }).catch(giveUp);
      pace.heldUp(false);
    },
    end(last = Buffer.alloc(0)) {
      count(last);
      response.once("finish", () => pace.heldUp(false));
      target.end(last);
      if (target !== response || response.writableLength > 0) pace.heldUp(true);
    },
  };

  function giveUp(error: unknown): never {
    throw gone.aborted ? new ClientGone() : error;
  }
}

function throughCompressor({ response, gone, facts }: Exchange, encoding: Exclude<Encoding, "identity">): Writable {
  const stream = compressor(encoding);
  stream.on("data", (chunk: Buffer) => (facts.bytes += chunk.length));
  stream.on("error", (error) => response.destroy(error));
  gone.addEventListener("abort", () => stream.destroy(), { once: true });
  return stream.pipe(response) && stream;
}
