import { beforeEach, describe, expect, it } from "@jest/globals";
import express from "express";
import request from "supertest";
import type { Practice } from "../../test/practice.js";
import { aNewUser, practice } from "../../test/practice.js";
import { createApp } from "../app.js";
import { createRouter } from "../router.js";

let acme: Practice;
let app: ReturnType<typeof createApp>;
beforeEach(async () => {
  acme = await practice();
  app = createApp(acme.domain, acme.options);
});

const ada = { active: true, email: "ada@example.com", id: 7, name: "Ada Quill" };
const cal = { active: true, email: "cal@example.com", id: 8, name: "Cal Reed", oid: "O-8", bio: "=Tea" };
const key = () => ({ "api-token": acme.tokens["account-key"] });
const get = (path: string) => request(app).get(path).set(key());
const post = (body: object, headers = {}) => request(app).post("/v1/users").set(key()).set(headers).send(body);
const put = (id: number, body: object) => request(app).put(`/v1/users/${id}`).set(key()).send(body);
const remove = (id: number) => request(app).delete(`/v1/users/${id}`).set(key());

describe("users", () => {
  it("are listed by id with the specified fields, with roles where they are asked for", async () => {
    expect((await get("/v1/users").expect(200)).body).toEqual({ items: [ada, cal] });
    expect((await get("/v1/users?show_roles=true").expect(200)).body).toEqual({
      items: [
        { ...ada, role: "Administrator" },
        { ...cal, role: "Office Staff" },
      ],
    });
    expect((await get("/v1/users").set("Accept", "text/csv").expect(200)).text.split("\r\n")[2]).toBe(
      "true,cal@example.com,8,Cal Reed,O-8,,'=Tea,",
    );
    await request(app).get("/v2/users").set(key()).expect(404);
  });

  it("are created pending, and found where Location says", async () => {
    const { body, headers } = await post(aNewUser).expect(201);
    expect(body).toEqual({ id: 9, active: false, ...aNewUser });
    expect(headers).toMatchObject({ location: "/v1/users/9", "cache-control": "no-store" });
    expect((await get(headers["location"] as string).expect(200)).body).toEqual(body);
  });

  it("are located under the path that the router is mounted at", async () => {
    const host = express().use("/api", createRouter(acme.domain, acme.options));
    const { headers } = await request(host).post("/api/v1/users").set(key()).send(aNewUser).expect(201);
    expect(headers["location"]).toBe("/api/v1/users/9");
  });

  it("are created once for an idempotency key", async () => {
    const once = { "Idempotency-Key": "k-1" };
    const { body } = await post(aNewUser, once).expect(201);
    const again = await post(aNewUser, once).expect(201);
    expect([again.body, again.headers["location"]]).toEqual([body, "/v1/users/9"]);
    await post({ ...aNewUser, name: "Other" }, once).expect(422);
    expect((await get("/v1/users")).body).toMatchObject({ items: { length: 3 } });
  });

  it("are changed in what is sent, and gone once they are deleted", async () => {
    expect((await put(8, { role: "Group Admin" }).expect(200)).body).toEqual({ ...cal, role: "Group Admin" });
    const { text, headers } = await remove(8).expect(204);
    expect([text, headers["content-type"]]).toEqual(["", undefined]);
    for (const asked of [get("/v1/users/8"), put(8, {}), remove(8)]) {
      expect((await asked.expect(404)).body).toMatchObject({ code: "user_not_found" });
    }
    expect((await post({ ...aNewUser, email: cal.email }).expect(201)).body).toMatchObject({ id: 9 });
  });

  it("are refused in the shape of errors, by pointer", async () => {
    const { body } = await post({ role: "Group Admin", name: "", email: "x", phone: "1" }).expect(400);
    expect(body).toMatchObject({
      code: "invalid_user",
      errors: [{ pointer: "/phone" }, { pointer: "/role" }, { pointer: "/name" }, { pointer: "/email" }],
    });
    await put(7, { role: "Location Admin" }).expect(409);
    await remove(7).expect(409);
    await post({ ...aNewUser, email: "ADA@EXAMPLE.COM" }).expect(409);
    await request(app).post("/v1/users").set(key()).type("text").send("x").expect(415);
    expect((await get("/v1/users")).body).toEqual({ items: [ada, cal] });
    expect(acme.reports).toEqual([]);
  });

  it("are on record by their ids alone", async () => {
    await post(aNewUser);
    await put(9, { name: "New" });
    await remove(9);
    const trail = [];
    for await (const records of acme.ports.storage.audit.read(acme.account, 0 as never)) trail.push(...records);
    expect(trail.slice(-3)).toMatchObject(
      ["create_user", "update_user", "delete_user"].map((action) => ({ action, subject: "user 9", outcome: "ok" })),
    );
    expect(JSON.stringify([trail, acme.logs])).not.toMatch(/example\.com|Tran/);
    expect(acme.logs.every(({ recorded }) => recorded)).toBe(true);
  });
});
