import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Job } from "../children/job.js";
import { host } from "../clients/endpoint.js";

/** Answers every request with a file's bytes, kept in memory; answers the port. */
export const serveBytes: Job<{ readonly file: string }, number> = async ({ file }) => {
  const bytes = await readFile(file);
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json").setHeader("Content-Length", bytes.length).end(bytes);
  });
  server.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};
