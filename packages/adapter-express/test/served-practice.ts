import { beforeEach } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import request from "supertest";
import { createApp } from "../src/server.js";
import { type Practice, practice } from "./practice.js";

/** Creates a practice and its app before each test of a file. Returns functions that request lists. */
export function servedPractice() {
  let acme: Practice;
  let app: ReturnType<typeof createApp>;
  beforeEach(async () => {
    acme = await practice();
    app = createApp(acme.domain, acme.options);
  });
  const get = (path: string) =>
    request(app)
      .get(path)
      .set("api-token", acme.tokens[path.startsWith("/v1/") ? "account-key" : "api-token"]);
  return {
    get acme() {
      return acme;
    },
    /** Requests a path with a token that has access to the path. */
    get,
    /** Returns the items of a list. */
    items: async (path: string) => ((await get(path).expect(200)).body as { items: Record<string, unknown>[] }).items,
    /** Loads a bundle with the given lines. */
    load: (...lines: unknown[]) => acme.domain.bundle.load(acme.account, bundleOf(lines)),
  };
}
