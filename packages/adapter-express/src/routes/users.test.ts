import { EventEmitter, once } from "node:events";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { Cancellation, UserId } from "@repute/domain";
import express from "express";
import request from "supertest";
import { aNewUser } from "../../test/practice-data.js";
import { type Practice, practice } from "../../test/practice.js";
import { createApp, createRouter } from "../server.js";

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
  it("are listed by id with the specified members, and with roles on request", async () => {
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

  it("are listed in pages that the Link header connects", async () => {
    const first = await get("/v1/users?limit=1").expect(200);
    expect(first.body).toEqual({ items: [ada] });
    const [, next = ""] = /^<([^>]+)>; rel="next"$/.exec(first.headers["link"] as string) ?? [];
    const second = await get(next).expect(200);
    expect(second.body).toEqual({ items: [cal] });
    expect(second.headers).not.toHaveProperty("link");
    expect((await get("/v1/users").expect(200)).headers).not.toHaveProperty("link");
    expect((await get("/v1/users?limit=0").expect(400)).body).toMatchObject({ code: "invalid_limit" });
    expect((await get("/v1/users?cursor=x").expect(400)).body).toMatchObject({ code: "invalid_cursor" });
  });

  it("are created inactive and available at the Location", async () => {
    const { body, headers } = await post(aNewUser).expect(201);
    expect(body).toEqual({ id: 9, active: false, ...aNewUser });
    expect(headers).toMatchObject({ location: "/v1/users/9", "cache-control": "no-store" });
    expect((await get(headers["location"] as string).expect(200)).body).toEqual(body);
  });

  it("have a Location below the router's mount path", async () => {
    const host = express().use("/api", createRouter(acme.domain, acme.options));
    const { headers } = await request(host).post("/api/v1/users").set(key()).send(aNewUser).expect(201);
    expect(headers["location"]).toBe("/api/v1/users/9");
  });

  it("are created once per idempotency key", async () => {
    const once = { "Idempotency-Key": "k-1" };
    const { body } = await post(aNewUser, once).expect(201);
    const again = await post(aNewUser, once).expect(201);
    expect([again.body, again.headers["location"]]).toEqual([body, "/v1/users/9"]);
    await post({ ...aNewUser, name: "Other" }, once).expect(422);
    expect((await get("/v1/users")).body).toMatchObject({ items: { length: 3 } });
  });

  it("are updated in the given members, and gone after deletion", async () => {
    expect((await put(8, { role: "Group Admin" }).expect(200)).body).toEqual({ ...cal, role: "Group Admin" });
    const { text, headers } = await remove(8).expect(204);
    expect([text, headers["content-type"]]).toEqual(["", undefined]);
    for (const requested of [get("/v1/users/8"), put(8, {}), remove(8)]) {
      expect((await requested.expect(404)).body).toMatchObject({ code: "user_not_found" });
    }
    expect((await post({ ...aNewUser, email: cal.email }).expect(201)).body).toMatchObject({ id: 9 });
  });

  it("are rejected with the pointers of all problems", async () => {
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

  it("appear in the audit trail only with their ids", async () => {
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

describe("a user's image", () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 0xff]);
  const path = "/v1/users/7/image";
  const part = (disposition: string, body: Buffer | string = png, more = "Content-Type: image/png\r\n") =>
    Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ]);
  const send = (parts: readonly Buffer[], type = "multipart/form-data; boundary=x") =>
    request(app)
      .put(path)
      .set(key())
      .set("Content-Type", type)
      .send(Buffer.concat([...parts, Buffer.from("--x--\r\n")]));
  const file = (name: string, body?: Buffer) => part(`name="${name}"; filename="a.png"`, body);
  beforeEach(() => acme.ports.storage.transact(acme.account, ({ images }) => images.remove(acme.account, 7 as UserId)));

  it.each([
    ["any name", 'name="photo"; filename="a.png"'],
    ["an empty name", 'name=""; filename="a.png"'],
    ["no name", 'filename="a.png"'],
    ["an unusual name", 'name="__proto__[0][constructor]"; filename="../../a.svg"'],
    ["no file name", 'name="image"'],
  ])("is accepted from a part with %s and served unchanged", async (_, disposition) => {
    const { body } = await send([part(disposition)]).expect(200);
    expect(body).toEqual({ ...ada, role: "Administrator" });
    const { headers, body: image } = await get(path).expect(200);
    expect(headers).toMatchObject({ "content-type": "image/png", "cache-control": "private, no-cache" });
    expect(image).toEqual(png);
    await get(path)
      .set("If-None-Match", headers["etag"] as string)
      .expect(304);
    expect(acme.reports).toEqual([]);
  });

  it("is accepted from a form with other fields, regardless of the stated type", async () => {
    const field = part('name="note"', "hello", "");
    await send([field, part('name="a"; filename="a.svg"', png, "Content-Type: image/svg+xml\r\n"), field]).expect(200);
  });

  it("replaces the previous image and is deleted with its user", async () => {
    await get(path).expect(404);
    await send([file("a")]).expect(200);
    await send([file("a", Buffer.concat([png, png]))]).expect(200);
    expect((await get(path)).body).toHaveLength(2 * png.length);
    await get("/v1/users/9/image").expect(404);
  });

  it("is neither encoded further nor stored after the client disconnects", async () => {
    const encoding = new EventEmitter();
    acme = await practice((ports) => ({
      ...ports,
      imageEncoder: (_account, _image, cancellation) => {
        encoding.emit("begun", cancellation);
        return new Promise((_, reject) => {
          cancellation?.addEventListener("abort", () => reject(cancellation.reason as Error));
        });
      },
    }));
    await acme.ports.storage.transact(acme.account, ({ images }) => images.remove(acme.account, 7 as UserId));
    app = createApp(acme.domain, acme.options);
    const begun = once(encoding, "begun");
    const sending = send([file("a")]);
    sending.end(() => {});
    const [cancellation] = (await begun) as [Cancellation | undefined];
    const cancelled = new Promise<void>((resolve) => cancellation?.addEventListener("abort", resolve));
    sending.abort();
    await cancelled;
    await get(path).expect(404);
    expect(acme.logs).toMatchObject([{ method: "PUT", aborted: true }, { method: "GET" }]);
    expect(acme.reports).toEqual([]);
  });

  const large = Buffer.concat([png, Buffer.alloc(5 * 1_048_576)]);
  const refusals: readonly (readonly [string, number, string, () => request.Test])[] = [
    ["two files", 400, "several_files", () => send([file("a"), file("b")])],
    ["no file", 400, "file_required", () => send([part('name="a"', "text", "")])],
    ["no part", 400, "file_required", () => send([])],
    ["no image", 400, "not_an_image", () => send([file("a", Buffer.from("<svg/>"))])],
    ["an empty file", 400, "not_an_image", () => send([file("a", Buffer.alloc(0))])],
    ["a truncated form", 400, "malformed_form", () => send([file("a").subarray(0, 60)])],
    ["many fields", 400, "malformed_form", () => send([...Array(30).fill(part('name="n"', "", "")), file("a")])],
    ["a part without a disposition", 400, "file_required", () => send([Buffer.from("--x\r\nA: b\r\n\r\nc\r\n")])],
    ["no boundary", 400, "malformed_form", () => send([file("a")], "multipart/form-data")],
    ["more than 5 MB", 413, "file_too_large", () => send([file("a", large)])],
    ["6 MB", 413, "body_too_large", () => send([file("a", Buffer.concat([large, Buffer.alloc(1_000_000)]))])],
    ["JSON", 415, "form_required", () => request(app).put(path).set(key()).send({})],
    ["an image without a form", 415, "form_required", () => send([png], "image/png")],
    ["no body", 415, "form_required", () => request(app).put(path).set(key())],
    [
      "a form without a body",
      400,
      "file_required",
      () => request(app).put(path).set(key()).set("Content-Type", "multipart/form-data; boundary=x"),
    ],
  ];
  it.each(refusals)("is rejected with %s", async (_, status, code, ask) => {
    expect((await ask().expect(status)).body).toMatchObject({ status, code });
    await get(path).expect(404);
    expect(acme.reports).toEqual([]);
  });
});
