import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { job } from "../workshop.js";

export const host = "127.0.0.1";

/** Port of a server, and the headers to send. */
export type Address = { readonly port: number; readonly headers: Readonly<Record<string, string>> };

/** Port, headers and path of a request. */
export type Endpoint = Address & { readonly path: string };

/** Repeats a request over one connection until the job is stopped. Returns the response times in milliseconds. */
export const ask = job(__filename, "ask", async (endpoint: Endpoint, { stop }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  try {
    do {
      const started = performance.now();
      await readWhole(endpoint, agent);
      took.push(performance.now() - started);
    } while (!stop.aborted);
    return took;
  } finally {
    agent.destroy();
  }
});

type Repetition = Endpoint & { readonly times: number; readonly connections: number };

/** Sends a request several times over a few connections. Discards the responses. */
export const repeat = job(__filename, "repeat", async ({ times, connections, ...endpoint }: Repetition) => {
  await overConnections(times, connections, (_, agent) => readWhole(endpoint, agent));
});

type Posting = Endpoint & {
  /** Media type of the bodies. */
  readonly type: string;
  readonly bodies: readonly string[];
  readonly connections: number;
};

/** Posts bodies over a few connections. Returns requests per second, and the response times in milliseconds. */
export const post = job(__filename, "post", async ({ type, bodies, connections, headers: more, ...to }: Posting) => {
  const took: number[] = [];
  const perSecond = await overConnections(bodies.length, connections, async (index, agent) => {
    const body = bodies[index] ?? "";
    const headers = { ...more, "Content-Type": type, "Content-Length": String(Buffer.byteLength(body)) };
    const started = performance.now();
    await readWhole({ ...to, headers }, agent, body);
    took.push(performance.now() - started);
  });
  return { perSecond, took };
});

/** Saves a response body to a file. Returns its size in bytes. */
export const saveBody = job(
  __filename,
  "saveBody",
  async ({ file, ...endpoint }: Endpoint & { readonly file: string }) => {
    const agent = new Agent();
    const out = createWriteStream(file);
    try {
      await pipeline(await send(endpoint, agent), out);
      return out.bytesWritten;
    } finally {
      agent.destroy();
    }
  },
);

/**
 * Times of a response in milliseconds, including the time to open the connection, and its size in bytes including
 * headers.
 */
export type Download = { readonly firstByte: number; readonly milliseconds: number; readonly bytes: number };

/** Read buffer that all downloads share. Its size is Node's default. */
const buffer = Buffer.allocUnsafe(65_536);

/** Downloads a response as fast as possible. Checks only the HTTP status. */
export const download = job(
  __filename,
  "download",
  (endpoint: Endpoint) =>
    new Promise<Download>((resolve, reject) => {
      let bytes = 0;
      let firstByte = 0;
      const started = performance.now();
      const onread = {
        buffer,
        callback(count: number) {
          if (bytes === 0) {
            firstByte = performance.now() - started;
            checkStatus(buffer.toString("latin1", 0, Math.min(count, 64)));
          }
          bytes += count;
          return true;
        },
      };
      const socket = connect({ host, port: endpoint.port, onread });
      socket.on("end", () => resolve({ firstByte, milliseconds: performance.now() - started, bytes }));
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("the connection was closed before the answer was complete")));
      socket.write(requestText(endpoint));

      function checkStatus(head: string): void {
        if (!head.startsWith("HTTP/1.1 200 ")) socket.destroy(new Error(`answered ${head.split("\r\n")[0]}`));
      }
    }),
);

type Hammering = Address & {
  /** Paths that are requested one after the other, again and again. */
  readonly paths: readonly string[];
  readonly requests: number;
  readonly connections: number;
};

/**
 * Sends requests over a few keep-alive connections.
 * Returns requests per second.
 * Parses as little as possible, so that the server is the bottleneck.
 */
export const hammer = job(__filename, "hammer", async ({ paths, requests, connections, ...to }: Hammering) => {
  const texts = paths.map((path) => requestText({ ...to, path }, "keep-alive"));
  let next = 0;
  const nextText = () => (next < requests ? texts[next++ % texts.length] : undefined);
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, () => askOn(to.port, nextText)));
  return (requests * 1_000) / (performance.now() - started);
});

/** Sends requests over one connection. Each request waits until the previous response is complete. */
const askOn = (port: number, nextText: () => string | undefined) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port });
    let missing = 0;
    const ask = () => {
      const text = nextText();
      if (text === undefined) socket.destroy();
      else socket.write(text);
    };
    socket.on("connect", ask).on("error", reject).on("close", resolve);
    socket.on("data", (chunk) => {
      missing = missing > 0 ? missing - chunk.length : missingAfter(chunk);
      if (Number.isNaN(missing)) socket.destroy(new Error(`answered ${chunk.toString("latin1", 0, 64)}`));
      else if (missing === 0) ask();
    });
  });

/**
 * Returns the number of bytes still missing after the first chunk of a response, or NaN for a failed request.
 * The first chunk contains all headers.
 */
function missingAfter(chunk: Buffer): number {
  const end = chunk.indexOf("\r\n\r\n") + 4;
  const head = chunk.toString("latin1", 0, end);
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(head) ?? [];
  return head.startsWith("HTTP/1.1 200 ") ? Number(length) - (chunk.length - end) : Number.NaN;
}

/**
 * Downloads a response with curl and discards the body.
 * Returns the time in milliseconds, or undefined if curl is not installed.
 */
export const curl = job(__filename, "curl", async ({ port, headers, path }: Endpoint): Promise<number | undefined> => {
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const order = ["-sSf", "-o", "/dev/null", "-w", "%{time_total}", ...headerOptions, `http://${host}:${port}${path}`];
  const answer = await promisify(execFile)("curl", order).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return answer ? Number(answer.stdout) * 1_000 : undefined;
});

/** Runs requests over a few keep-alive connections. Returns requests per second. */
async function overConnections(
  requests: number,
  connections: number,
  askOnce: (index: number, agent: Agent) => Promise<void>,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const askOn = async () => {
    while (next < requests) await askOnce(next++, agent);
  };
  const started = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, askOn));
    return (requests * 1_000) / (performance.now() - started);
  } finally {
    agent.destroy();
  }
}

/** Sends a request, as a POST if a body is given. Returns the response before its body is read. */
function send(endpoint: Endpoint, agent: Agent, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host, ...endpoint, method: body === undefined ? "GET" : "POST", agent }, (response) => {
      if (response.statusCode === 200 || response.statusCode === 201) return resolve(response);
      response.resume();
      reject(new Error(`${endpoint.path} answered ${response.statusCode}`));
    })
      .on("error", reject)
      .end(body);
  });
}

async function readWhole(endpoint: Endpoint, agent: Agent, body?: string): Promise<void> {
  const response = await send(endpoint, agent, body);
  return new Promise((resolve, reject) => void response.on("error", reject).on("end", resolve).resume());
}

/**
 * Returns an HTTP request as a string.
 * With `Connection: close`, the server closes the connection after the response, so the client needs no parser.
 */
function requestText({ path, headers }: Endpoint, connection: "close" | "keep-alive" = "close"): string {
  const lines = Object.entries({ Host: host, ...headers, Connection: connection });
  return [`GET ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}
