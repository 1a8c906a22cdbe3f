import { get } from "node:https";
import { afterEach, describe, expect, it } from "@jest/globals";
import { throwawayCertificate } from "../../../../test/throwaway-certificate.js";
import { reportFigure } from "../../../../test/torture.js";
import { canary, closeServers, httpsServer } from "../../test/local-server.js";
import { randomNumbers } from "../testing/random.js";
import { guardedAgent } from "./guarded-agent.js";
import type { ResolveHost } from "./resolve-host.js";

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
