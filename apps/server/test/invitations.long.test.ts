import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { openSmtpSink, readable, type SmtpSink } from "../../../test/smtp-sink.js";
import { reputeJson } from "./support/command-line.js";
import { freePort } from "./support/free-port.js";
import { serverProcesses } from "./support/server-process.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const ada = { role: "Administrator", name: "Ada Quill", email: "ada@example.com" };
const good = "seven quiet herons";

describe.each(engines)("a server that invites users on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const start = serverProcesses();
  let sink: SmtpSink;
  let key: string;
  beforeEach(async () => {
    sink = await openSmtpSink();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme Dental"], workspace().env);
    const token = ["token", "create", "--account", "acme", "--kind", "account-key"];
    key = (await reputeJson<{ token: string }>(token, workspace().env)).token;
  });
  afterEach(() => sink.close());

  const serve = (port = sink.port) =>
    start({
      ...workspace().env,
      SMTP_URL: `smtp://127.0.0.1:${port}?tls=off`,
      MAIL_FROM: "Acme <no-reply@acme.example>",
    });
  const ask = (baseUrl: string, more: RequestInit = {}) =>
    fetch(`${baseUrl}/v1/users`, { ...more, headers: { "api-token": key, "Content-Type": "application/json" } });
  const create = async (baseUrl: string, user = ada) =>
    (await ask(baseUrl, { method: "POST", body: JSON.stringify(user) })).status;
  const isActive = async (baseUrl: string) =>
    ((await (await ask(baseUrl)).json()) as { items: { active: boolean }[] }).items.map(({ active }) => active);
  const set = async (link: string, password = good) => {
    const body = new URLSearchParams({ password, password_again: password });
    return (await fetch(link, { method: "POST", body, headers: { Accept: "text/html" } })).status;
  };
  /** Waits for `count` messages. Returns the invitation link in the last message. */
  async function linkOf(count: number): Promise<string> {
    while (sink.mails.length < count) await new Promise((resolve) => setTimeout(resolve, 50));
    return /https?:\/\/\S+\/invitation\/\w{43}/.exec(readable(sink.mails.at(-1)?.raw ?? ""))?.[0] ?? "";
  }

  it("mails a link that can set a password once", async () => {
    const { baseUrl } = await serve();
    expect(await create(baseUrl)).toBe(201);
    const link = await linkOf(1);
    expect(link.startsWith(`${baseUrl}/invitation/`)).toBe(true);
    expect((await fetch(link)).status).toBe(200);
    expect(await set(link, "password1234")).toBe(400);
    expect(await isActive(baseUrl)).toEqual([false]);
    expect(await set(link)).toBe(200);
    expect(await isActive(baseUrl)).toEqual([true]);
    expect(await set(link)).toBe(410);
    expect((await fetch(link)).status).toBe(410);
  });

  it("mails an invitation after a restart if it was killed before sending it", async () => {
    const { baseUrl, end } = await serve();
    expect(await create(baseUrl)).toBe(201);
    await end("SIGKILL");
    expect(sink.mails).toEqual([]);
    const again = await serve();
    const link = await linkOf(1);
    expect(await set(link.replace(/^http:\/\/[^/]+/, again.baseUrl))).toBe(200);
    expect(await isActive(again.baseUrl)).toEqual([true]);
  });

  it("creates users while the mail server is unavailable", async () => {
    const { baseUrl } = await serve(await freePort());
    expect(await create(baseUrl)).toBe(201);
    expect(await create(baseUrl, { ...ada, email: "b@example.com" })).toBe(201);
    expect(await isActive(baseUrl)).toEqual([false, false]);
  });

  it("sends each message from only one of several processes", async () => {
    const servers = await Promise.all([serve(), serve()]);
    for (let index = 0; index < 6; index += 1) {
      const { baseUrl } = servers[index % 2] ?? { baseUrl: "" };
      expect(await create(baseUrl, { ...ada, email: `u${index}@example.com` })).toBe(201);
    }
    await linkOf(6);
    await Promise.all(servers.map(({ end }) => end("SIGTERM")));
    expect(sink.mails.map(({ to }) => to).sort()).toEqual(Array.from({ length: 6 }, (_, at) => `u${at}@example.com`));
  });
});
