import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Address, host } from "../clients/requests.js";

/** A running server that is measured. */
export type Server = Address & { readonly pid: number; close(): Promise<void> };

/** Returns a free TCP port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const patience = 30_000;
const pauseBetween = 50;

/** Waits until a server responds to `path`. Throws if the process ends or the wait times out. */
export async function untilReady(child: ChildProcess, port: number, path: string): Promise<void> {
  const before = Date.now() + patience;
  while (Date.now() < before) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const status = await fetch(`http://${host}:${port}${path}`, { method: "HEAD" }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await pause(pauseBetween);
  }
  throw new Error(`it was not ready after ${patience / 1_000} seconds`);
}
