import { createWriteStream } from "node:fs";
import { Agent } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Job } from "../children/job.js";
import type { Endpoint } from "./endpoint.js";
import { get } from "./get.js";

export type SaveOrder = Endpoint & { readonly file: string };

/** Writes an answer's body into a file; answers how many bytes it has. */
export const saveBody: Job<SaveOrder, number> = async ({ file, ...endpoint }) => {
  const agent = new Agent();
  const out = createWriteStream(file);
  try {
    await pipeline(await get(endpoint, agent), out);
    return out.bytesWritten;
  } finally {
    agent.destroy();
  }
};
