import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** Files in which Linux lists TCP connections and the size of their send queues. */
const lists = ["/proc/net/tcp", "/proc/net/tcp6"];

type Queues = ReadonlyMap<string, number>;

let latest: { readonly at: number; readonly queues: Promise<Queues | undefined> } | undefined;

/**
 * Returns the number of bytes that the other end of a connection has received, or `undefined` if it is unknown.
 * Subtracts the kernel's send queue from the bytes written, because the queue can hold megabytes.
 * The queues of all connections are read together, at most once every `age` milliseconds.
 * If the operating system does not list the queues, all bytes written count as received.
 */
export async function bytesReceived(socket: Socket, age: number): Promise<number | undefined> {
  const queues = await sendQueues(age);
  const handed = socket.bytesWritten - socket.writableLength;
  if (!queues) return handed;
  const queue = queues.get(keyOf(socket.localPort, socket.remotePort));
  return queue === undefined ? undefined : handed - queue;
}

function sendQueues(age: number): Promise<Queues | undefined> {
  const now = performance.now();
  if (!latest || now - latest.at >= age) latest = { at: now, queues: readQueues() };
  return latest.queues;
}

async function readQueues(): Promise<Queues | undefined> {
  const texts = await Promise.all(lists.map((list) => readFile(list, "latin1").catch(() => "")));
  if (texts.every((text) => text === "")) return undefined;
  return new Map(texts.flatMap((text) => text.split("\n").flatMap(queueOf)));
}

/**
 * Parses a line such as ` 0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 ...`: number, local and remote address,
 * state, and send queue.
 */
function queueOf(line: string): readonly (readonly [key: string, bytes: number])[] {
  const [, local = "", remote = "", state, waiting = ""] = line.trim().split(" ", 5);
  return state === "01" ? [[`${portIn(local)} ${portIn(remote)}`, Number.parseInt(waiting, 16)]] : [];
}

const portIn = (end: string): number => Number.parseInt(end.slice(end.indexOf(":") + 1), 16);

const keyOf = (local: number | undefined, remote: number | undefined): string => `${local} ${remote}`;
