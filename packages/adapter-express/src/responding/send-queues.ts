import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/** The lists of TCP connections that Linux keeps, with how much each of them has sent and its other end has not yet got. */
const lists = ["/proc/net/tcp", "/proc/net/tcp6"];

type Queues = ReadonlyMap<string, number>;

let latest: { readonly at: number; readonly queues: Promise<Queues | undefined> } | undefined;

/**
 * How many bytes of a connection the other end has taken, as far as can be told: what is behind Node, without what lies
 * in the kernel's queue, which may be megabytes. `undefined` when it cannot be told just now. The queues of all
 * connections are read together, at most once in `age` milliseconds; where there is no such list, the queue counts as taken.
 */
export async function bytesTaken(socket: Socket, age: number): Promise<number | undefined> {
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

/** `  0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 ...`: a number, both ends, the state, what waits to be sent. */
function queueOf(line: string): readonly (readonly [key: string, bytes: number])[] {
  const [, local = "", remote = "", state, waiting = ""] = line.trim().split(" ", 5);
  return state === "01" ? [[`${portIn(local)} ${portIn(remote)}`, Number.parseInt(waiting, 16)]] : [];
}

const portIn = (end: string): number => Number.parseInt(end.slice(end.indexOf(":") + 1), 16);

const keyOf = (local: number | undefined, remote: number | undefined): string => `${local} ${remote}`;
