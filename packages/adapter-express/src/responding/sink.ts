import { once } from "node:events";
import type { Writable } from "node:stream";
import type { Exchange } from "../exchange.js";
import { ClientGone } from "../exchange.js";
import type { Encoding } from "./encoding.js";
import { compressor } from "./encoding.js";

/** Where a response's bytes go, no faster than the client takes them. */
export type Sink = {
  /** Waits until there is room for more. */
  write(chunk: Uint8Array): Promise<void>;
  end(last?: Uint8Array): void;
};

/** The body of an exchange's response. A client that takes nothing for so long is cut off. */
export function openSink(exchange: Exchange, encoding: Encoding, stallMilliseconds: number): Sink {
  const { response, gone, facts } = exchange;
  const target = encoding === "identity" ? response : throughCompressor(exchange, encoding);
  const count = (chunk: Uint8Array) => (facts.bytes += target === response ? chunk.length : 0);
  return {
    async write(chunk) {
      if (gone.aborted) throw new ClientGone();
      if (chunk.length === 0) return;
      count(chunk);
      if (target.write(chunk)) return;
      const release = cutWhenStalled(exchange, stallMilliseconds);
      await once(target, "drain", { signal: gone }).catch(giveUp).finally(release);
    },
    end(last = Buffer.alloc(0)) {
      count(last);
      // Before Node's own listener, which sets the connection's timeout for the time until its next request.
      response.prependOnceListener("finish", cutWhenStalled(exchange, stallMilliseconds));
      target.end(last);
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

/**
 * Destroys the connection when nothing moves on it for so long. The socket's own timeout is what can tell a slow
 * client from one that has stopped: it looks at what the kernel has taken.
 */
function cutWhenStalled({ response, facts }: Exchange, milliseconds: number): () => void {
  const before = response.socket?.timeout ?? 0;
  const cut = () => {
    facts.reason = "client_stalled";
    response.destroy();
  };
  response.once("timeout", cut).setTimeout(milliseconds);
  return () => {
    response.off("timeout", cut).setTimeout(before);
  };
}
