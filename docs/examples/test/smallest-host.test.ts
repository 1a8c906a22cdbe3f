import { expect, it } from "@jest/globals";
import request from "supertest";
import { loadExample, type SmallestHost } from "./load-example.js";

it.each(["smallest-host.mjs", "smallest-host.cjs"])("%s serves a list only to clients with the token", async (file) => {
  const { createHost } = await loadExample<SmallestHost>(file);
  const { app, token } = await createHost();
  const reply = await request(app).get("/reputation/v2/reviews").set("api-token", token).expect(200);
  expect(reply.body).toMatchObject({ items: [{ review_id: 501, rating: 5, comment: "Kind and quick" }] });
  await request(app).get("/reputation/v2/reviews").expect(401);
});
