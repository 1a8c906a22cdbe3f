import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { nameServer } from "../../test/name-server.js";
import { nameServers } from "./resolve-host.js";

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
