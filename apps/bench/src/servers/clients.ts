import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { job } from "../workshop.js";

export const host = "127.0.0.1";

/** Port of a server, and the headers to send. */
export type Address = { readonly port: number; readonly headers: Readonly<Record<string, string>> };

/** Port, headers and path of a request. */
export type Endpoint = Address & { readonly path: string };

type Repetition = Endpoint & {
  readonly connections: number;
  readonly times: number;
  /** Bodies to post, one per request. Without bodies, the requests are GET requests. */
  readonly bodies?: readonly string[];
};

/** Sends requests over a few connections. Returns requests per second, and the response times in milliseconds. */
export const repeat = job(__filename, "repeat", async ({ times, connections, bodies, ...endpoint }: Repetition) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waiting = Array.from({ length: times }, (_, index) => bodies?.[index]).values();
  const took: number[] = [];
  const askInTurn = async () => {
    for (const body of waiting) took.push(await timeRequest(endpoint, agent, body));
  };
  const started = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, askInTurn));
    return { perSecond: (times * 1_000) / (performance.now() - started), took };
  } finally {
    agent.destroy();
  }
});

/** Repeats a request over one connection until `work` is complete. Returns the response times in milliseconds. */
export async function repeatDuring(endpoint: Endpoint, work: () => Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  let isOver = false;
  const ask = async () => {
    do took.push(await timeRequest(endpoint, agent));
    while (!isOver);
  };
  try {
    await Promise.all([ask(), work().finally(() => (isOver = true))]);
    return took;
  } finally {
    agent.destroy();
  }
}

/** Sends a request, as a POST if a body is given, and reads the response. Returns milliseconds. */
function timeRequest(endpoint: Endpoint, agent: Agent, body?: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    request({ host, ...endpoint, method: body === undefined ? "GET" : "POST", agent }, (response) => {
      const { statusCode } = response;
      if (statusCode !== 200 && statusCode !== 201) reject(new Error(`${endpoint.path} answered ${statusCode}`));
      response
        .on("error", reject)
        .on("end", () => resolve(performance.now() - started))
        .resume();
    })
      .on("error", reject)
      .end(body);
  });
}

/** Requests a list without compression. Returns the body of the response. */
export async function bodyAt({ port, path, headers }: Endpoint) {
  const response = await fetch(`http://${host}:${port}${path}`, {
    headers: { "Accept-Encoding": "identity", ...headers },
  });
  if (response.status !== 200 || !response.body) throw new Error(`${path} answered ${response.status}`);
  return response.body;
}

/** Saves a response body to a file. Returns its size in bytes. */
export async function saveBody(endpoint: Endpoint, file: string): Promise<number> {
  const out = createWriteStream(file);
  await pipeline(await bodyAt(endpoint), out);
  return out.bytesWritten;
}

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
 * Returns an HTTP request as a string.
 * With `Connection: close`, the server closes the connection after the response, so the client needs no parser.
 */
function requestText({ path, headers }: Endpoint, connection: "close" | "keep-alive" = "close"): string {
  const lines = Object.entries({ Host: host, ...headers, Connection: connection });
  return [`GET ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
}

/** Downloads a response with curl and discards the body. Returns milliseconds, or undefined without curl. */
export const curl = job(__filename, "curl", async ({ port, headers, path }: Endpoint): Promise<number | undefined> => {
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const order = ["-sSf", "-o", "/dev/null", "-w", "%{time_total}", ...headerOptions, `http://${host}:${port}${path}`];
  const answer = await promisify(execFile)("curl", order).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return answer ? Number(answer.stdout) * 1_000 : undefined;
});
