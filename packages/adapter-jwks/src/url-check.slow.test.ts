import { describe, expect, it } from "@jest/globals";
import { jwkUrlNotAllowed } from "@repute/domain";
import { parseOrigins, type ResolveHost, urlCheck } from "./fetch-guard.js";

const check = (resolve: ResolveHost, text = "https://keys.partner.example/jwks") =>
  urlCheck(
    parseOrigins(["http://127.0.0.1:4000"]),
    resolve,
    jwkUrlNotAllowed,
  )(text).then(
    () => "fine",
    (error: unknown) => error,
  );
const answering =
  (...addresses: readonly string[]): ResolveHost =>
  () =>
    Promise.resolve(addresses);

describe("urlCheck", () => {
  it("accepts a host with public addresses", async () => {
    expect(await check(answering("93.184.215.14", "2606:4700::1"))).toBe("fine");
  });

  it("accepts a host that does not resolve yet", async () => {
    expect(await check(() => Promise.reject(new Error("ENOTFOUND")))).toBe("fine");
  });

  it("accepts a host if the name servers do not respond", async () => {
    expect(await check(() => new Promise(() => undefined))).toBe("fine");
  });

  it.each([
    ["a URL that is not public", "https://127.0.0.1/", answering("8.8.8.8")],
    ["a host that resolves to this machine", "https://keys.partner.example/", answering("127.0.0.1")],
    ["one private address among public ones", "https://keys.partner.example/", answering("8.8.8.8", "10.0.0.1")],
    ["a cloud metadata address", "https://keys.partner.example/", answering("169.254.169.254")],
    ["another port of an allowed origin", "http://127.0.0.1:4001/", answering()],
  ] as const)("rejects %s with the same error", async (_, text, resolve) => {
    expect(await check(resolve, text)).toEqual(jwkUrlNotAllowed());
  });

  it("does not resolve the host of an allowed origin", async () => {
    const resolve = () => Promise.reject(new Error("nobody asks"));
    expect(await check(resolve, "http://127.0.0.1:4000/jwks")).toBe("fine");
  });
});
