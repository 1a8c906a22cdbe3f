import { beforeEach, describe, expect, it } from "@jest/globals";
import { passwordsBusy, type UserItem } from "@repute/domain";
import { itemsIn } from "@repute/domain/testing";
import express from "express";
import request from "supertest";
import { invitedPractice } from "../../test/invited.js";
import { createApp, createRouter } from "../server.js";

const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const good = "seven quiet herons";
const both = (password: string) => ({ password, password_again: password });
const day = 86_400_000;

let acme: Awaited<ReturnType<typeof invitedPractice>>;
beforeEach(async () => {
  acme = await invitedPractice();
});

const appOf = (more: object = {}) => createApp(acme.domain, { ...acme.options, ...more });
const get = (path = acme.path, accept = html) => request(appOf()).get(path).set("Accept", accept);
const post = (form: object, accept = html, path = acme.path) =>
  request(appOf()).post(path).set("Accept", accept).type("form").send(form);
const isActive = async () =>
  (await itemsIn<UserItem>(await acme.domain.users.list(acme.account))).find(({ id }) => id === acme.user.id)?.active;

describe("the invitation page", () => {
  it("shows a form with the name of the practice and no personal data", async () => {
    const { text, headers } = await get().expect(200);
    expect(text).toContain("<h1>Set your password for Acme Dental</h1>");
    expect(text).not.toMatch(/Bo Tran|bo@example\.com|<script|https?:\/\//);
    expect(text).not.toContain(acme.token);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none';style-src 'sha256-[\w+/]{43}=';img-src data:;base-uri 'none';frame-ancestors 'none';form-action 'self'$/,
    );
    expect(headers).not.toHaveProperty("set-cookie");
  });

  it("can be opened repeatedly, including by email scanners", async () => {
    for (const _ of [1, 2, 3]) await get().expect(200);
    await request(appOf()).head(acme.path).expect(200);
    await post(both(good)).expect(200);
  });

  it("links to the practice's application after the password is set", async () => {
    const path = "https://app.example.com/sign-in?a=1&b=2";
    const app = appOf({ appUrl: path });
    const { text } = await request(app).post(acme.path).set("Accept", html).type("form").send(both(good)).expect(200);
    expect(text).toContain('<a href="https://app.example.com/sign-in?a=1&amp;b=2">Sign in</a>');
    expect(text).not.toContain("You can close this page.");
  });

  it("sets the password once and activates the user", async () => {
    expect(await isActive()).toBe(false);
    const { text, headers } = await post(both(good)).expect(200);
    expect(text).toContain("<h1>Your password is set</h1>");
    expect(headers["cache-control"]).toBe("no-store");
    expect(await isActive()).toBe(true);
    for (const { status, text: over } of [await get(), await post(both(good))]) {
      expect([status, over]).toEqual([410, expect.stringContaining("<h1>This invitation is no longer valid</h1>")]);
    }
  });

  it("shows errors at the field and above the form, and never repeats the password", async () => {
    const { text } = await post({ password: "short & <b>", password_again: "x" }).expect(400);
    expect(text).toContain("<title>Error: Set your password for Acme Dental</title>");
    expect(text).toContain('<li><a href="#password">The password must have at least 12 characters</a></li>');
    expect(text).toContain('aria-describedby="password-hint password-error" aria-invalid="true"');
    expect(text).not.toContain("short &");
    expect((await post({ password: good }).expect(400)).text).toContain('<a href="#password_again">Enter the password');
    expect((await post({}).expect(400)).text).toContain("Enter a password");
    expect((await post(both("bo@example.com")).expect(400)).text).toContain("must not be your email address");
    expect((await post(both("correct horse battery")).expect(400)).text).toContain("is too common");
    expect(await isActive()).toBe(false);
  });

  it("explains what to do about an expired or unknown link", async () => {
    const over = acme.clock() + 7 * day;
    expect((await get("/invitation/abc").expect(404)).text).toContain("<h1>Invitation not found</h1>");
    expect((await post(both(good), html, `/invitation/${"a".repeat(43)}`).expect(404)).text).toContain(
      "Ask the person",
    );
    acme.clock.set(over);
    expect((await get().expect(410)).text).toContain("ask the person who invited you for a new invitation");
  });

  it("returns problem+json to clients other than browsers", async () => {
    for (const accept of ["*/*", "application/json", "application/problem+json"]) {
      const { body, headers } = await post(both("short"), accept).expect(400);
      expect(headers).toMatchObject({ "content-type": "application/problem+json", "cache-control": "no-store" });
      expect(body).toMatchObject({
        code: "invalid_password",
        errors: [{ parameter: "password", message: "the password must have at least 12 characters" }],
      });
    }
    expect((await get("/invitation/abc", "*/*").expect(404)).body).toMatchObject({ code: "invitation_not_found" });
    acme.clock.set(acme.clock() + 7 * day);
    expect((await get(acme.path, "*/*").expect(410)).body).toMatchObject({ code: "invitation_over" });
  });

  it.each([
    ["application/json", '{"password":"seven quiet herons"}', 400],
    ["text/plain", "password=seven", 400],
    ["application/x-www-form-urlencoded", "password=a&password=b", 400],
    ["application/x-www-form-urlencoded", "password=%E0%A4", 400],
    ["application/x-www-form-urlencoded", `password=${"a".repeat(20_000)}`, 413],
  ])("rejects a body of %s: %.30s", async (type, body, status) => {
    const send = (accept: string) => request(appOf()).post(acme.path).type(type).set("Accept", accept).send(body);
    expect((await send(html).expect(status)).text).toContain("<h1>The request failed</h1>");
    expect((await send("*/*").expect(status)).headers["content-type"]).toBe("application/problem+json");
    expect(await isActive()).toBe(false);
  });

  it("supports only GET, HEAD and POST", async () => {
    const { headers } = await request(appOf()).put(acme.path).set("Accept", html).expect(405);
    expect(headers).toMatchObject({ allow: "GET, HEAD, POST", "content-type": "text/html; charset=utf-8" });
  });

  it("is limited by address", async () => {
    const app = appOf({ invitationRequestsPerMinute: 2 });
    const ask = () => request(app).get(acme.path).set("Accept", html);
    await ask().expect(200);
    await ask().expect(200);
    const { text, headers } = await ask().expect(429);
    expect(text).toContain("<h1>Too many requests</h1>");
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });

  it("reports that too many passwords are being set, and when to retry", async () => {
    acme = await invitedPractice({ passwordHasher: () => Promise.reject(passwordsBusy()) });
    const { text, headers } = await post(both(good)).expect(503);
    expect(text).toContain("Too many passwords are being set");
    expect(headers["retry-after"]).toBe("5");
    expect((await post(both(good), "*/*").expect(503)).body).toMatchObject({ code: "passwords_busy" });
  });

  it("shows only the request id of an unexpected error", async () => {
    acme = await invitedPractice({ passwordHasher: () => Promise.reject(new Error("secret")) });
    const { text, headers } = await post(both(good)).expect(500);
    expect(text).toContain(headers["x-request-id"]);
    expect(text).not.toContain("secret");
    expect(acme.reports).toHaveLength(1);
  });

  it("returns 404 if the host does not set passwords", async () => {
    acme = await invitedPractice({ passwordHasher: undefined as never });
    expect((await get(acme.path, "*/*").expect(404)).body).toMatchObject({ code: "passwords_off" });
    expect((await get().expect(404)).text).toContain("This service does not set passwords.");
  });

  it("escapes the name of the practice", async () => {
    const hostile = `"><script>alert(1)</script> & Co`;
    const other = await acme.domain.accounts.create({ key: "zenith", name: hostile });
    const by = { ...(await acme.domain.access.authenticate("users", acme.tokens["account-key"])), account: other.id };
    await acme.domain.users.create({ role: "Office Staff", name: "A", email: "a@example.com" }, { by });
    await acme.domain.invitations.mail();
    const { text } = await get(new URL(acme.mailer.mails.at(-1)?.link ?? "").pathname).expect(200);
    expect(text).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co");
  });

  it("works below a mount path in an app that has already parsed the form", async () => {
    const host = express();
    host.use(express.urlencoded({ extended: false }));
    host.use("/deep", createRouter(acme.domain, acme.options));
    await request(host).get(`/deep${acme.path}`).set("Accept", html).expect(200);
    await request(host).post(`/deep${acme.path}`).set("Accept", html).type("form").send(both(good)).expect(200);
  });

  it("keeps tokens, passwords and addresses out of logs, reports and the audit trail", async () => {
    acme = await invitedPractice({ passwordHasher: () => Promise.reject(new Error("on purpose")) });
    for (const accept of [html, "*/*"]) {
      await get(acme.path, accept);
      await get(`${acme.path}?x=${acme.token}`, accept);
      await get(`${acme.path}/more`, accept);
      await get(`${acme.path}%`, accept);
      await post(both("short"), accept);
      await post(both(good), accept);
    }
    expect(acme.logs).toHaveLength(12);
    expect(new Set(acme.logs.map(({ route }) => route))).toEqual(new Set(["/invitation/:token", undefined]));
    const logged = JSON.stringify([
      acme.logs,
      acme.reports.map(({ error, id }) => [String(error), (error as Error).stack, id]),
    ]);
    expect(logged).not.toContain(acme.token);
    expect(logged).not.toMatch(/herons|bo@example/);
  });
});
