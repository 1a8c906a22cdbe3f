import { beforeEach } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import request from "supertest";
import { createApp } from "../src/app.js";
import type { Practice } from "./practice.js";
import { practice } from "./practice.js";

/** A practice and its app, made before each test of a file, and how its lists are asked for. */
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
    /** Asks for a path with the token that opens it. */
    get,
    /** The items of a list. */
    items: async (path: string) => ((await get(path).expect(200)).body as { items: Record<string, unknown>[] }).items,
    /** Loads a bundle of these lines. */
    load: (...lines: unknown[]) => acme.domain.bundle.load(acme.account, bundleOf(lines)),
  };
}
