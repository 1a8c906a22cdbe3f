import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const google = (id: string, more: object = {}) => ({
  ...{ name: `accounts/1/locations/22/reviews/${id}`, starRating: "FOUR", comment: "Kind", ...more },
  ...{ createTime: "2026-03-01T17:05:00.123456789Z", updateTime: "2026-03-01T17:05:00Z" },
});
const page = JSON.stringify({
  reviews: [google("a"), google("b", { starRating: "STAR_RATING_UNSPECIFIED" })],
  nextPageToken: "x",
});
const tokenOf = ["token", "create", "--account", "acme", "--kind"];

describe.each(engines)("repute import-reviews on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const importing = ["import-reviews", "--account", "acme", "--platform", "3"];
  const written = async (name: string, content: string) => {
    const file = join(workspace().folder, name);
    await writeFile(file, content);
    return file;
  };

  beforeEach(async () => {
    const { env, bundle } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme", "--time-zone", "America/Denver"], env);
    const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
    const location = { kind: "location", id: 1, location_name: "Main", external_location_ids: ["22"] };
    await reputeJson(["load", "--account", "acme", await bundle([platform, location])], env);
  });

  it("stores each review once, across files, formats and HTTP", async () => {
    const { env, serve } = workspace();
    const first = await written("page.json", page);
    const expected = {
      stored: true,
      rows: 2,
      faulty: 1,
      suppressed: 0,
      older: 0,
      problems: [{ row: 2, key: "rating" }],
    };
    expect(await reputeJson([...importing, first], env)).toMatchObject({ ...expected, changed: 1 });
    expect(await reputeJson([...importing, first], env)).toMatchObject({ ...expected, changed: 0 });
    const table = "Review ID;Stars;Review;Author;Date;Updated\na;2;Late;Zoë;3/1/2026;3/9/2026\nc;4,5;;;3/2/2026;\n";
    const latin = await written("reviews.csv", "");
    await writeFile(latin, table, "latin1");
    expect(await reputeJson([...importing, latin], env)).toMatchObject({ rows: 2, faulty: 0, changed: 2 });

    const { token } = await reputeJson<{ token: string }>([...tokenOf, "api-token"], env);
    const { token: loader } = await reputeJson<{ token: string }>([...tokenOf, "loader", "--only", "reviews"], env);
    const { baseUrl } = await serve();
    const send = (kind: string) =>
      fetch(`${baseUrl}/v1/loads?kind=${kind}`, {
        method: "POST",
        body: page,
        headers: { "api-token": loader, "content-type": "application/json", prefer: "wait=60" },
      });
    expect((await send("bundle")).status).toBe(403);
    expect((await send("reviews")).status).toBe(400);
    expect(await (await send("reviews&platform=3")).json()).toMatchObject({
      ...{ state: "succeeded", counts: { rows: 2, faulty: 1, older: 1, changed: 0 } },
      problems: [{ code: "reviews_invalid", row: 2, key: "rating" }],
    });
    const headers = { "api-token": loader, accept: "text/html" };
    const report = (await (await fetch(`${baseUrl}/v1/loads/1/report`, { headers })).text()).replace(/\s+/g, " ");
    expect(report).toContain("<dt>Rows with a problem</dt> <dd>1</dd>");
    expect(report).toContain("<dt>Reviews added or changed</dt> <dd>0</dd>");
    expect(report).toContain("Rows with a problem are not stored.");
    expect(report).toMatch(/scope="col">Row<.*scope="col">Column<.*>rating</);
    expect(report).not.toContain("Faulty");
    expect(await items(baseUrl, "/v2/reviews", token)).toMatchObject([
      { rating: 4.5, comment: "", create_time: "2026-03-02T07:00:00+00:00" },
      { rating: 2, comment: "Late", reviewer: "Zoë", create_time: "2026-03-01T17:05:00+00:00", location: "Main" },
    ]);
  });

  it("prints counts as text with a warning for each problem, and stores nothing in a dry run", async () => {
    const { env } = workspace();
    const dry = await repute([...importing, "--dry-run", "-"], { env, stdin: page });
    expect(dry).toMatchObject({
      code: 0,
      stderr: "warning: row 2: rating is missing: expected 1 to 5 stars, such as 4, 4.5, FOUR or 4/5\n",
      stdout: expect.stringMatching(/^reviews +count\nrows +2\nrows with problems, not stored +1\nDry run: nothing/),
    });
    const stored = await repute([...importing, "-"], { env, stdin: page });
    expect(stored.stdout).toMatch(/\nadded or changed +1\n$/);
    const refused = await repute([...importing, "-"], { env, stdin: "Review ID,Rating,Date\n,9,2026-03-01\n" });
    expect(refused).toMatchObject({
      ...{ code: 1, stdout: "" },
      stderr: expect.stringMatching(/^error: Every row of the file has a problem\.\nrow 2: review_id is missing/),
    });
  });
});
