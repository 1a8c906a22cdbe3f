import { createWriteStream } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { pipeline } from "node:stream/promises";
import { job } from "../children/job.js";

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
