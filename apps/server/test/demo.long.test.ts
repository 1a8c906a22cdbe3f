import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { begin, repute, type Running } from "./support/command-line.js";
import { get, items } from "./support/http.js";

type Credential = { readonly kind: string; readonly token: string };
type Guide = {
  readonly base_url: string;
  readonly account: string;
  readonly credentials: readonly Credential[];
  readonly curl: readonly string[];
  readonly copy: string;
  readonly form: string;
  readonly reference: string;
};

describe("repute demo", () => {
  // Creating the data takes seconds, so all tests use copies of one database.
  let made: string;
  let text: string;
  let folder: string;

  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), "repute-demo-"));
    const running = start(made);
    await running.printed(/Ctrl-C/);
    running.signal("SIGTERM");
    text = (await running.ended).stdout;
  });
  afterAll(() => rm(made, { recursive: true }));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "repute-demo-"));
    await cp(made, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const start = (data: string, ...more: string[]): Running =>
    begin(["demo", "--data", data, "--port", "0", ...more], { env: { LOG_LEVEL: "silent" } });

  /** Starts a demo, runs `work`, and stops the demo. */
  async function withDemo(work: (guide: Guide) => Promise<void>): Promise<void> {
    const running = start(folder, "--json");
    const [line] = await running.printed(/^\{.*\}$/m);
    try {
      await work(JSON.parse(line) as Guide);
    } finally {
      running.signal("SIGINT");
    }
    expect(await running.ended).toMatchObject({ code: 0 });
  }

  const credentialsFile = () => join(folder, "demo-credentials.json");
  const tokenOf = ({ credentials }: Guide, wanted: string) => credentials.find(({ kind }) => kind === wanted)?.token;

  it("prints requests that work when pasted, and the URL of the API reference", async () => {
    const running = start(folder);
    const [guide] = await running.printed(/^[\s\S]*Ctrl-C/);
    const answers = await Promise.all((guide.match(/^curl .+$/gm) ?? []).map(pasted));
    running.signal("SIGINT");
    await running.ended;
    expect(answers.map(({ status, found }) => [status, found > 0])).toEqual([
      [200, true],
      [200, true],
      [200, true],
      [200, true],
      [200, true],
    ]);
    expect(guide).toMatch(/^http:\/\/\S+\/docs$/m);
  });

  it("keeps its data and credentials for the next start, with access to the credentials for their owner only", async () => {
    await withDemo(async (guide) => {
      const kinds = guide.credentials.map(({ kind }) => kind);
      expect(kinds).toEqual(["account-key", "api-token", "web-forms", "loader", "office"]);
      for (const { token } of guide.credentials) expect(text).toContain(token);
      for (const request of guide.curl) expect(await pasted(request)).toMatchObject({ status: 200 });
    });
    expect((await stat(credentialsFile())).mode & 0o777).toBe(0o600);
  });

  it("serves 20,000 reviews of 12 locations, 30 providers and 4 groups", async () => {
    await withDemo(async (guide) => {
      const count = async (path: string) =>
        (await items(guide.base_url, path, tokenOf(guide, "api-token") ?? "")).length;
      expect(await count("/v2/reviews")).toBe(20_000);
      expect(await count("/v2/locations")).toBe(12);
      expect(await count("/v2/providers")).toBe(30);
      expect(await count("/v2/groups")).toBe(4);
    });
  });

  it("returns few rows to an incremental copy, because its data is spread over months", async () => {
    await withDemo(async (guide) => {
      const { found } = await pasted(guide.curl.at(-1) ?? "");
      expect([found > 0, found < 300]).toEqual([true, true]);
      const changedIn = async (days: number) => {
        const since = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
        const path = `/v2/conversions?modified_since=${since}`;
        return (await items(guide.base_url, path, tokenOf(guide, "api-token") ?? "")).length;
      };
      const [month, year] = [await changedIn(31), await changedIn(365)];
      expect([month > 0, month < year, year < 3_900]).toEqual([true, true, true]);
    });
  });

  it("prints a command that copies all data", async () => {
    await withDemo(async (guide) => {
      const [, token = "", order = ""] = /^echo (\S+) > token\.txt; npx repute (.+)$/.exec(guide.copy) ?? [];
      await writeFile(join(folder, "token.txt"), token);
      const args = order.split(" ").map((word) => word.replace(/(token\.txt|copy\.db)$/, join(folder, "$1")));
      const { code, stdout, stderr } = await repute([...args, "--lists", "reviews,calls"]);
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "23,000 rows copied, 0 deleted\n", stderr: "" });
    });
  });

  it("has a form for visitors with a campaign link", async () => {
    await withDemo(async (guide) => {
      const { base_url: baseUrl, form } = guide;
      expect(form).toBe(`${baseUrl}/demo/form?scct=demo-2`);
      const response = await fetch(form);
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('value="demo-2"')]);
      const filled = { scct: "demo-2", patient_name: "Cal Reed", phone_number: "(801) 555-0142" };
      const sent = await fetch(`${baseUrl}/demo/form`, { method: "POST", body: new URLSearchParams(filled) });
      const [newest] = await items(baseUrl, "/v2/conversions?limit=1", tokenOf(guide, "api-token") ?? "");
      expect(newest).toMatchObject({ campaign: "Social Ads", type: "Online", from_number: "+18015550142" });
      expect(await sent.text()).toContain(newest?.["conversion_id"]);
    });
  });

  it("finishes a running list after a stop signal", async () => {
    const running = start(folder, "--json");
    const [line] = await running.printed(/^\{.*\}$/m);
    const { list, rest } = await beginList(JSON.parse(line) as Guide);
    running.signal("SIGTERM");
    expect((JSON.parse(await rest()) as { items: unknown[] }).items).toHaveLength(20_000);
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(list.complete).toBe(true);
  });

  /** Requests a whole list and returns before its body is read. */
  async function beginList(guide: Guide): Promise<{ list: IncomingMessage; rest: () => Promise<string> }> {
    const headers = { "api-token": tokenOf(guide, "api-token") };
    const [list] = (await once(request(`${guide.base_url}/v2/reviews`, { headers }).end(), "response")) as [
      IncomingMessage,
    ];
    return { list, rest: async () => Buffer.concat((await list.toArray()) as Buffer[]).toString() };
  }

  it("replaces only the credential that no longer works", async () => {
    const credentials = JSON.parse(await readFile(credentialsFile(), "utf8")) as Record<string, string>;
    await writeFile(credentialsFile(), JSON.stringify({ ...credentials, "api-token": credentials["account-key"] }));
    await withDemo(async (guide) => {
      expect(tokenOf(guide, "account-key")).toBe(credentials["account-key"]);
      expect(tokenOf(guide, "web-forms")).toBe(credentials["web-forms"]);
      expect((await get(guide.base_url, "/v2/locations", tokenOf(guide, "api-token"))).status).toBe(200);
    });
  });

  it.each(["", "{", "[]", "null"])("creates new credentials when their file contains %p", async (content) => {
    await writeFile(credentialsFile(), content);
    await withDemo(async ({ curl }) => {
      expect((await pasted(curl[1] ?? "")).status).toBe(200);
    });
  });

  it("explains how to start over when its database cannot be used", async () => {
    const file = join(folder, "demo.db");
    await writeFile(file, "this is no database ".repeat(100));
    const { code, stdout, stderr } = await repute(["demo", "--data", folder, "--port", "0"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^error: .+\n$/);
    expect(stderr).toContain(`to start over, delete ${file}`);
  });
});

/** Sends the request of a `curl` command line. */
async function pasted(line: string): Promise<{ status: number; found: number }> {
  const [, url = ""] = /^curl(?: -H "[\w-]+: [^"$`\\]+")+ "(http:\/\/[^"$`\\]+)"$/.exec(line) ?? [];
  const headers = [...line.matchAll(/-H "([\w-]+): ([^"]+)"/g)].map(([, name = "", value = ""]) => [name, value]);
  const response = await fetch(url, { headers: Object.fromEntries(headers) as Record<string, string> });
  const text = await response.text();
  const isLines = response.headers.get("content-type")?.startsWith("application/x-ndjson") === true;
  const found = isLines ? text.trimEnd().split("\n") : (JSON.parse(text) as { items: unknown[] }).items;
  return { status: response.status, found: found.length };
}
