import { describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { isPublicAddress } from "./fetch-guard.js";
import { randomNumbers } from "./testing/random.js";

/** An address family: its size in bits, and conversions between strings and numbers. */
type Kind = {
  readonly bits: number;
  readonly write: (address: bigint) => string;
  readonly read: (text: string) => bigint;
};
type Block = { readonly first: bigint; readonly last: bigint };

const v4: Kind = {
  bits: 32,
  write: (address) => [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join("."),
  read: (text) => text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n),
};

const hextets = (address: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((address >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));

const v6: Kind = {
  bits: 128,
  write: (address) => hextets(address).join(":"),
  read: (text) => {
    const [before = "", after = ""] = text.split("::");
    const [front, back] = [before, after].map((part) => part.split(":").filter((hextet) => hextet !== ""));
    const zeros = Array<string>(8 - (front?.length ?? 0) - (back?.length ?? 0)).fill("0");
    return [...(front ?? []), ...zeros, ...(back ?? [])].reduce(
      (sum, hextet) => sum * 65536n + BigInt(`0x${hextet}`),
      0n,
    );
  },
};

const block = (kind: Kind, cidr: string): Block => {
  const [address = "", length = ""] = cidr.split("/");
  const size = 1n << BigInt(kind.bits - Number(length));
  const first = (kind.read(address) / size) * size;
  return { first, last: first + size - 1n };
};

// Copied from IANA's registries of special-purpose addresses and of address space, independently of any library.
const notPublicV4 = [
  ..."0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24".split(" "),
  ..."192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24".split(" "),
  ..."198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4".split(" "),
].map((cidr) => block(v4, cidr));
const globalUnicast = block(v6, "2000::/3");
const notPublicV6 = "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20"
  .split(" ")
  .map((cidr) => block(v6, cidr));
const otherV6 = "::/128 ::1/128 ::/96 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 4000::/3 5f00::/16 8000::/1"
  .concat(" fc00::/7 fe80::/10 fec0::/10 ff00::/8 2001:2::/48 2001:10::/28 2001:20::/28")
  .split(" ")
  .map((cidr) => block(v6, cidr));

const isIn =
  (address: bigint) =>
  ({ first, last }: Block) =>
    address >= first && address <= last;
const expectedV4 = (address: bigint) => !notPublicV4.some(isIn(address));
const expectedV6 = (address: bigint) => isIn(address)(globalUnicast) && !notPublicV6.some(isIn(address));

/** Returns addresses at the edges of the blocks, within the blocks, and at random. */
function samples({ bits }: Kind, count: number, blocks: readonly Block[]): bigint[] {
  const random = randomNumbers(count);
  const number = () =>
    Array.from({ length: bits / 16 }).reduce<bigint>((sum) => sum * 65536n + BigInt(random(65536)), 0n);
  const edges = blocks.flatMap(({ first, last }) => [first - 1n, first, first + 1n, last - 1n, last, last + 1n]);
  const within = () => {
    const { first, last } = blocks[random(blocks.length)] ?? { first: 0n, last: 0n };
    return first + (number() % (last - first + 1n));
  };
  const all = [...edges, ...Array.from({ length: count }, (_, index) => (index % 2 ? number() : within()))];
  return all.filter((address) => address >= 0n && address < 1n << BigInt(bits));
}

const disagreements = (kind: Kind, addresses: readonly bigint[], expected: (address: bigint) => boolean) =>
  addresses.filter((address) => isPublicAddress(kind.write(address)) !== expected(address)).map(kind.write);

describe("isPublicAddress", () => {
  it("agrees with the IANA registries for IPv4", () => {
    const addresses = samples(v4, scaled(20_000, 1_000_000), notPublicV4);
    expect(addresses.filter(expectedV4).length).toBeGreaterThan(addresses.length / 4);
    expect(disagreements(v4, addresses, expectedV4)).toEqual([]);
    reportFigure(`${addresses.length} addresses of IPv4 against the registries: 0 disagreements`);
  });

  it("agrees with the IANA registries for IPv6", () => {
    const addresses = samples(v6, scaled(4_000, 200_000), [
      ...notPublicV6,
      ...otherV6,
      globalUnicast,
      globalUnicast,
      globalUnicast,
    ]);
    expect(addresses.filter(expectedV6).length).toBeGreaterThan(addresses.length / 20);
    expect(disagreements(v6, addresses, expectedV6)).toEqual([]);
    reportFigure(`${addresses.length} addresses of IPv6 against the registries: 0 disagreements`);
  });

  it.each(["8.8.8.8", "1.1.1.1", "93.184.215.14", "2606:4700::6810:84e5", "2a00:1450:4001::200e"])(
    "accepts %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ..."127.0.0.1 10.0.0.1 169.254.169.254 100.100.100.200 192.168.1.1 0.0.0.0 255.255.255.255".split(" "),
    ..."::1 :: ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::8.8.8.8 64:ff9b::7f00:1 2002:7f00:1::1 fd00:ec2::254".split(" "),
    ..."fe80::1%eth0 2606:4700::1%eth0 2001::1 4000::1 ff02::1".split(" "),
    ...[
      "",
      "localhost",
      "8.8.8",
      "8.8.8.8:443",
      "08.8.8.8",
      "0x8.8.8.8",
      "134744072",
      " 8.8.8.8",
      "[2606:4700::1]",
      "8.8.8.8\n",
    ],
  ])("rejects %j", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
