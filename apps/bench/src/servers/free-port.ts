import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { host } from "../clients/endpoint.js";

/** A port that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
