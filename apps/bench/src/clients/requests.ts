import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:http";
import { pipeline } from "node:stream/promises";
import { job } from "../children/job.js";

export const host = "127.0.0.1";

/** Where something is asked for, and with which headers. */
export type Address = { readonly port: number; readonly headers: Readonly<Record<string, string>> };

/** What is asked for, and where. */
export type Endpoint = Address & { readonly path: string };

/** Asks the same again and again on one connection until it is stopped; returns how many milliseconds each one took. */
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
  /** Each is posted once. */
  readonly forms: readonly string[];
  readonly connections: number;
};

/** Posts forms over a few connections; returns requests a second. */
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

/** Writes a response's body into a file; returns how many bytes it has. */
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

/** Asks so many times over a few connections that are kept; returns requests a second. */
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

/** Sends a request, a form if there is one; returns the beginning of a successful response. */
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
