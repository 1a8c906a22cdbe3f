import { get } from "node:https";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { throwawayCertificate } from "../../../test/throwaway-certificate.js";
import { reportFigure } from "../../../test/torture.js";
import { canary, closeServers, httpsServer } from "../test/local-server.js";
import { nameServer } from "../test/name-server.js";
import { guardedAgent, nameServers, type ResolveHost } from "./fetch-guard.js";
import { randomNumbers } from "./testing/random.js";

describe("guarded connections", () => {
  afterEach(closeServers);

  /** Sends a request through the agent. Returns its error, or `undefined` if there is a response. */
  const errorOf = (resolve: ResolveHost, host: string, port: number, agent = guardedAgent(resolve)) =>
    new Promise<unknown>((done) => {
      get({ agent, host, port }, (response) => done(response.resume() && undefined)).on("error", done);
    });

  const refused = { reason: "keys_unreachable", detail: "host_not_public" };

  describe("guardedAgent", () => {
    it("never connects if any address of a name is local or private", async () => {
      const { port, connections } = await canary();
      const random = randomNumbers(42);
      const bad = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "0.0.0.0", "127.1.2.3", "::", "::ffff:7f00:1", "10.0.0.1"];
      const good = ["8.8.8.8", "2606:4700::1111"];
      const rounds = 1_000;
      for (let round = 0; round < rounds; round++) {
        const answers = Array.from({ length: 1 + random(4) }, () => (random(2) ? good : bad)[random(2)] ?? "");
        answers[random(answers.length)] = bad[random(bad.length)] ?? "";
        expect(await errorOf(() => Promise.resolve(answers), "rebind.example", port)).toMatchObject(refused);
      }
      expect(connections()).toBe(0);
      reportFigure(`${rounds} rebinding answers: ${connections()} connections`);
    });

    it("resolves the name again for each connection", async () => {
      const { port, connections } = await canary();
      let requested = 0;
      const rebinding = async () => (requested++ === 0 ? ["8.8.8.8"] : ["127.0.0.1"]);
      await rebinding();
      expect(await errorOf(rebinding, "rebind.example", port)).toMatchObject(refused);
      expect(await errorOf(rebinding, "rebind.example", port)).toMatchObject(refused);
      expect([requested, connections()]).toEqual([3, 0]);
    });

    it.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "0.0.0.0"])(
      "does not connect to the address %s, which needs no name resolution",
      async (host) => {
        const { port, connections } = await canary();
        const resolve = () => Promise.reject(new Error("nobody asks for an address's address"));
        expect(await errorOf(resolve, host, port)).toMatchObject(refused);
        expect(connections()).toBe(0);
      },
    );

    it("ignores the hosts file", async () => {
      const { port, connections } = await canary();
      const notFound = () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" }));
      expect(await errorOf(notFound, "localhost", port)).toMatchObject({ code: "ENOTFOUND" });
      expect(await errorOf(() => Promise.resolve([]), "localhost", port)).toMatchObject(refused);
      expect(connections()).toBe(0);
    });

    it("always verifies certificates regardless of process settings", () => {
      expect(guardedAgent(() => Promise.resolve([])).options).toMatchObject({
        rejectUnauthorized: true,
        keepAlive: false,
      });
    });

    it("is tested with a local server that counts other connections", async () => {
      const { cert, key } = throwawayCertificate("localhost");
      const port = await httpsServer({ cert, key }, (_, response) => response.end());
      const watched = await canary();
      const plain = (to: number) =>
        new Promise((done) => get({ host: "localhost", family: 4, port: to, ca: cert }, done).on("error", done));
      await plain(watched.port);
      expect(watched.connections()).toBe(1);
      expect(await plain(port)).toMatchObject({ statusCode: 200 });
    });
  });
});

describe("nameServers", () => {
  let server: Awaited<ReturnType<typeof nameServer>>;
  let servers: ReturnType<typeof nameServers>;

  beforeEach(async () => {
    server = await nameServer({
      "both.example": ["93.184.215.14", "2606:4700:0:0:0:0:0:1", "93.184.215.15"],
      "four.example": ["8.8.8.8"],
      "six.example": ["2606:4700:0:0:0:0:0:2"],
      "empty.example": [],
      "broken.example": undefined,
    });
    servers = nameServers([server.address]);
  });
  afterEach(async () => {
    servers.cancel();
    await server.close();
  });

  it("resolves IPv4 addresses first, then IPv6", async () => {
    const addresses = await servers.resolve("both.example");
    expect(addresses.slice(0, 2).sort()).toEqual(["93.184.215.14", "93.184.215.15"]);
    expect(addresses.slice(2)).toEqual(["2606:4700::1"]);
  });

  it("resolves a name with only one kind of address", async () => {
    expect(await servers.resolve("four.example")).toEqual(["8.8.8.8"]);
    expect(await servers.resolve("six.example")).toEqual(["2606:4700::2"]);
  });

  it.each([
    ["missing.example", "ENOTFOUND"],
    ["empty.example", "ENODATA"],
    ["broken.example", "ESERVFAIL"],
  ])("resolves %s with the error %s", async (host, code) => {
    await expect(servers.resolve(host)).rejects.toMatchObject({ code });
  });

  it("ignores the hosts file", async () => {
    await expect(servers.resolve("localhost")).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  it("ends pending queries on cancel", async () => {
    const silent = nameServers(["127.0.0.1:1"]);
    const requested = silent.resolve("four.example");
    silent.cancel();
    await expect(requested).rejects.toHaveProperty("code");
  });
});
