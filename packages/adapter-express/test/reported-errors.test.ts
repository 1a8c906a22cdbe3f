import { expect, it } from "@jest/globals";
import request from "supertest";
import { createApp } from "../src/server.js";
import { practice, withFeed } from "./practice.js";

it("shows the reported error of a request that should have succeeded", async () => {
  const broken = new Error("the disk is on fire");
  const acme = await practice(
    withFeed(() => {
      throw broken;
    }),
  );
  const failure: unknown = await request(createApp(acme.domain, acme.options))
    .get("/v2/reviews")
    .set("api-token", acme.tokens["api-token"])
    .expect(200)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  const message = /^expected 200 "OK", got 500 [^\n]+\nThe router reported: Error: the disk is on fire\n/;
  expect((failure as Error).message).toMatch(message);
  expect((failure as Error).stack).toContain("The router reported: Error: the disk is on fire");
});
