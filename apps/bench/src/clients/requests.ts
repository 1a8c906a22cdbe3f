import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:http";
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

type Posting = {
  readonly port: number;
  readonly path: string;
  readonly forms: readonly string[];
  readonly connections: number;
};

/** Posts forms over a few connections. Returns requests per second. */
export const postForms = job(__filename, "postForms", ({ port, path, forms, connections }: Posting) =>
  overConnections(forms.length, connections, (index, agent) => {
    const form = forms[index] ?? "";
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(Buffer.byteLength(form)),
    };
    return readWhole({ port, path, headers }, agent, form);
  }),
);

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

/** Sends a request, as a POST if a form is given. Returns the response before its body is read. */
function send(endpoint: Endpoint, agent: Agent, form?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host, ...endpoint, method: form === undefined ? "GET" : "POST", agent }, (response) => {
      if (response.statusCode === 200) return resolve(response);
      response.resume();
      reject(new Error(`${endpoint.path} answered ${response.statusCode}`));
    })
      .on("error", reject)
      .end(form);
  });
}

async function readWhole(endpoint: Endpoint, agent: Agent, form?: string): Promise<void> {
  const response = await send(endpoint, agent, form);
  return new Promise((resolve, reject) => void response.on("error", reject).on("end", resolve).resume());
}
