import { createSocket } from "node:dgram";
import { type AddressInfo, isIPv4 } from "node:net";

const [typeA, typeAaaa] = [1, 28];

/** Starts a local DNS server with the given names. A name with the value `undefined` makes the server fail. */
export async function nameServer(names: Readonly<Record<string, readonly string[] | undefined>>) {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => socket.send(answerTo(query, names), port, address));
  await new Promise<void>((resolve) => void socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => void socket.close(resolve)) };
}

/** Encodes a DNS response (RFC 1035) with the query's question and a record for each matching address. */
function answerTo(query: Buffer, names: Readonly<Record<string, readonly string[] | undefined>>): Buffer {
  const { name, end } = questionOf(query);
  const type = query.readUInt16BE(end - 4);
  const known = name in names;
  const addresses = names[name]?.filter((address) => (type === typeA) === isIPv4(address)) ?? [];
  const records = type === typeA || type === typeAaaa ? addresses.map((address) => record(type, address)) : [];
  const head = Buffer.from(query.subarray(0, 12));
  const code = !known ? 3 : names[name] === undefined ? 2 : 0;
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, query.subarray(12, end), ...records]);
}

function questionOf(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let place = 12;
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.toString("latin1", place + 1, place + 1 + length));
    place += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: place + 5 };
}

function record(type: number, address: string): Buffer {
  const bytes = isIPv4(address)
    ? Buffer.from(address.split(".").map(Number))
    : Buffer.from(
        address
          .split(":")
          .map((hextet) => hextet.padStart(4, "0"))
          .join(""),
        "hex",
      );
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}
