import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Load = { readonly id: number; readonly state: string; readonly problems: readonly object[] };

describe.each(engines)("files that are sent to repute serve on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  async function served() {
    const place = workspace().env;
    const folder = place["UPLOAD_DIR"] ?? "";
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], place);
    const tokenOf = async (...options: readonly string[]) =>
      (await reputeJson<{ token: string }>(["token", "create", "--account", "acme", ...options], place)).token;
    const { baseUrl } = await workspace().serve();
    const [loader, reader] = [await tokenOf("--kind", "loader"), await tokenOf("--kind", "api-token")];
    const send = (query: string, body: Uint8Array | string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${baseUrl}/v1/loads?${query}`, {
        method: "POST",
        body,
        headers: { "api-token": loader, "content-type": "application/x-ndjson", prefer: "wait=60", ...headers },
      });
    return { baseUrl, place, folder, loader, reader, send };
  }

  const appointments =
    "first_name,last_name,patient_id,appointment_date,location,provider\nCal,Reed,M-1,2026-03-02 09:00,Nowhere,Nobody\n";
  const patients =
    "First Name,Last Name,Address 1,City,State,ZIP Code,DOB,Sex,MRN,Unique ID,CCN,Facility,Surgery Date,CPT\n" +
    "Bo,Lee,2 Elm St,Ogden,UT,84401,5/1/1980,F,M2,V2,05C9Y7,Odgen,5/11/2026,66984\n";
  const bundle = `${practiceLines.map((line) => JSON.stringify(line)).join("\n")}\n`;

  it("are stored by a separate process, and can be read by others afterwards", async () => {
    const { baseUrl, place, folder, reader, send } = await served();
    const stored = await send("kind=bundle&file_name=night.ndjson", gzipSync(bundle));
    expect([stored.status, stored.headers.get("location")]).toEqual([200, "/v1/loads/1"]);
    expect(await stored.json()).toMatchObject({ id: 1, state: "succeeded", file_name: "night.ndjson" });
    expect(await items(baseUrl, "/v2/locations", reader)).not.toEqual([]);
    const wrong = await send("kind=appointments", "Name,Date\nCal,x\n", { "content-type": "text/csv" });
    expect(await wrong.json()).toMatchObject({ id: 2, state: "failed", problems: [{ code: "columns_missing" }] });
    const { items: loads } = await reputeJson<{ items: Load[] }>(["loads", "list", "--account", "acme"], place);
    expect(loads).toMatchObject([
      { id: 2, state: "failed" },
      { id: 1, state: "succeeded" },
    ]);
    const shown = await repute(["loads", "show", "--account", "acme", "--id", "2"], { env: place });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("failed");
    expect(await readdir(folder)).toEqual([]);
  });

  it("have a report for people and for programs, which only their sender can read", async () => {
    const { baseUrl, place, loader, send } = await served();
    await send("kind=bundle", `${bundle}{"kind":"import_connection","name":"ehr"}\n`);
    await send("kind=bundle", '{"kind":"review"}');
    const listed = await repute(["loads", "list", "--account", "acme"], { env: place });
    expect(listed.stdout).toMatch(/^2 .* failed +line 1: id /m);
    const csv = { "content-type": "text/csv" };
    const sent = await send("kind=appointments&test=true&file_name=monday.csv", appointments, csv);
    expect(await sent.json()).toMatchObject({
      links: { report: "/v1/loads/3/report", run: "/v2/integration-imports/1/appointments" },
    });
    await send("kind=patients&type=OASCAHPS", patients, csv);
    const ask = (id: number, accept: string, token = loader, method = "GET") =>
      fetch(`${baseUrl}/v1/loads/${id}/report`, { method, headers: { "api-token": token, accept } });
    const other = await reputeJson<{ token: string }>(
      ["token", "create", "--account", "acme", "--kind", "loader"],
      place,
    );
    expect([(await ask(3, "*/*", other.token)).status, (await ask(9, "text/html")).status]).toEqual([404, 404]);
    expect(await (await ask(1, "text/csv")).text()).toBe("line,kind,key,patient,level,code,message\r\n");
    const refused = { line: 1, kind: "review", level: "error", code: "bundle_invalid" };
    expect(await (await ask(2, "application/json")).json()).toMatchObject({ items: [refused, refused, refused] });
    expect(await (await ask(3, "text/csv")).text()).toContain("Cal");
    expect(await (await ask(4, "application/json")).json()).toMatchObject({ items: [{ kind: "patients" }] });
    for (const [id, title] of [
      [1, "Account bundle, load 1"],
      [2, "Account bundle, load 2: failed"],
      [3, "Test import 1"],
      [4, "OAS CAHPS file 1"],
    ] as const) {
      const page = await ask(id, "text/html");
      expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none';style-src 'sha256-[^']+';/);
      const html = await page.text();
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toContain("Acme");
      const head = await ask(id, "text/html", loader, "HEAD");
      expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    }
  });

  it("leave nothing if the sender stops in the middle", async () => {
    const { baseUrl, folder, loader, send } = await served();
    const half = request(`${baseUrl}/v1/loads?kind=bundle`, {
      method: "POST",
      headers: { "api-token": loader, "content-type": "application/x-ndjson", "content-length": "100000" },
    });
    half.on("error", () => {});
    half.write(bundle.slice(0, 50));
    while ((await readdir(folder).catch(() => [])).length === 0) await new Promise(setImmediate);
    half.destroy();
    await new Promise((closed) => half.once("close", closed));
    while ((await readdir(folder)).length > 0) await new Promise(setImmediate);
    expect(await (await send("kind=bundle", bundle)).json()).toMatchObject({ id: 1, state: "succeeded" });
  });

  it("are stored after a restart", async () => {
    const { place, send } = await served();
    expect((await send("kind=bundle", bundle, { prefer: "" })).status).toBe(202);
    for (;;) {
      await reputeJson(["loads", "work"], place);
      const { state } = await reputeJson<Load>(["loads", "show", "--account", "acme", "--id", "1"], place);
      if (state === "succeeded") break;
      expect(["queued", "running"]).toContain(state);
    }
  });
});
