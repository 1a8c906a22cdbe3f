import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { freshWorkspace } from "./support/workspace.js";

describe("repute link", () => {
  const workspace = freshWorkspace();
  const link = (...more: string[]) => [
    "link",
    "--account",
    "acme",
    "--url",
    "https://practice.example/book#top",
    ...more,
  ];

  beforeEach(async () => {
    const { env, bundle } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const campaign = { kind: "campaign", channel: "Paid Search" };
    const lines = [
      { ...campaign, id: 7, name: "Spring", scct_parameter: "spring-1" },
      { ...campaign, id: 8, name: "Radio" },
    ];
    await reputeJson(["load", "--account", "acme", await bundle(lines)], env);
  });

  it("prints only the tracked link", async () => {
    const { env } = workspace();
    const url = "https://practice.example/book?scct=spring-1#top";
    expect(await repute(link("--campaign", "spring"), { env })).toEqual({ code: 0, stdout: `${url}\n`, stderr: "" });
    expect(await reputeJson(link("--campaign", "7"), env)).toEqual({
      campaign_id: 7,
      campaign: "Spring",
      scct_parameter: "spring-1",
      url,
    });
  });

  it("prints the campaigns that a link can name", async () => {
    const { env } = workspace();
    const list = ["campaigns", "list", "--account", "acme"];
    expect((await repute(list, { env })).stdout).toBe(
      [
        "id  name    channel      source  tracking numbers  scct_parameter",
        "7   Spring  Paid Search                            spring-1",
        "8   Radio   Paid Search",
        "",
      ].join("\n"),
    );
    const unlinked = { source: null, tracking_numbers: [] };
    expect(await reputeJson(list, env)).toEqual({
      items: [
        { campaign_id: 7, name: "Spring", channel: "Paid Search", ...unlinked, scct_parameter: "spring-1" },
        { campaign_id: 8, name: "Radio", channel: "Paid Search", ...unlinked, scct_parameter: null },
      ],
    });
  });

  it("draws a QR code of the link", async () => {
    const { env, folder } = workspace();
    const [file, other] = [join(folder, "poster.svg"), join(folder, "other.SVG")];
    expect(await repute(link("--campaign", "7", "--qr", file), { env })).toMatchObject({
      code: 0,
      stderr: `Wrote ${file}\n`,
    });
    expect(
      await reputeJson(link("--campaign", "7", "--url", "https://practice.example/", "--qr", other), env),
    ).toMatchObject({ qr: other });
    const [drawn, another] = [await readFile(file, "utf8"), await readFile(other, "utf8")];
    expect(drawn).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1" shape-rendering="crispEdges">.*<\/svg>\n$/,
    );
    expect(another).not.toBe(drawn);
    expect(await repute(link("--campaign", "8", "--qr", file), { env })).toMatchObject({ code: 1 });
    await expect(readFile(file)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.each([
    [
      ["--campaign", "8"],
      "error: The campaign Radio (8) has no scct_parameter; load the campaign with an scct_parameter first.\n",
    ],
    [
      ["--campaign", "Autumn"],
      'error: No campaign has the id or name "Autumn"; the account has these campaigns: Spring (7), Radio (8).\n',
    ],
    [["--campaign", "7", "--url", "practice.example"], "error: The link must be a complete http or https URL.\n"],
  ])("rejects %j in one line", async (args, stderr) => {
    expect(await repute(link(...args), { env: workspace().env })).toEqual({ code: 1, stdout: "", stderr });
  });

  it("rejects an output file with another extension", async () => {
    const { env, folder } = workspace();
    const { code, stderr } = await repute(link("--campaign", "7", "--qr", join(folder, "notes.txt")), { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("ends in .svg")]);
  });

  it("prints one line if the file cannot be written", async () => {
    const { env, folder } = workspace();
    const file = join(folder, "missing", "poster.svg");
    const { code, stderr } = await repute(link("--campaign", "7", "--qr", file), { env });
    expect([code, stderr]).toEqual([1, `error: Cannot write ${file}: the folder does not exist.\n`]);
  });
});

describe("repute widget", () => {
  const workspace = freshWorkspace();
  const set = (...more: string[]) => reputeJson(["widget", "set", "--account", "acme", ...more], workspace().env);
  const show = () => reputeJson(["widget", "show", "--account", "acme"], workspace().env);

  beforeEach(async () => {
    const { env, bundle } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const lines = [1, 3].map((id) => ({ kind: "platform", id, name: `Platform ${id}`, is_survey: false }));
    await reputeJson(["load", "--account", "acme", await bundle(lines)], env);
  });

  it("changes only the given settings, and shows them with the data URL", async () => {
    const first = await set("--limit", "6", "--first-name-only", "--origins", "https://www.practice.example");
    const settings = { limit: 6, min_rating: 4, first_name_only: true, platform_ids: null };
    expect(first).toMatchObject({ ...settings, allowed_origins: ["https://www.practice.example"] });
    const second = await set("--platforms", "1,3", "--min-rating", "5", "--no-first-name-only", "--origins", "none");
    const { id, url, configure } = first as { id: string; url: string; configure: string };
    const lists = { allowed_origins: [], pinned_review_ids: [], hidden_review_ids: [] };
    const changed = { limit: 6, min_rating: 5, first_name_only: false, platform_ids: [1, 3], ...lists };
    expect(second).toEqual({ id, url, configure, ...changed });
    expect(configure).toMatch(new RegExp(`/embed/configure\\?widget=${id}$`));
    expect(url).toMatch(new RegExp(`/embed/${id}\\.json$`));
    expect(await show()).toEqual(second);
    expect(await set("--platforms", "all")).toMatchObject({ platform_ids: null });
    const reviews = { pinned_review_ids: [7, 5], hidden_review_ids: [9] };
    expect(await set("--pin", "7,5", "--hide", "9")).toMatchObject(reviews);
    expect(await set("--pin", "none")).toMatchObject({ ...reviews, pinned_review_ids: [] });
  });

  it("prints the HTML for a page", async () => {
    const { id } = (await set()) as { id: string };
    const { stdout, code } = await repute(["widget", "show", "--account", "acme"], workspace());
    expect(code).toBe(0);
    expect(stdout).toContain(
      `<repute-reviews widget="${id}" style="display: block; min-height: 100vh"></repute-reviews>`,
    );
  });

  it.each([
    [["--limit", "0"], 1, "limit: expected a whole number from 1 to 100"],
    [["--min-rating", "6"], 1, "min_rating: expected a whole number from 0 to 5"],
    [["--platforms", "1,9"], 1, "unknown platform id(s) for this account: 9"],
    [
      ["--hide", "x"],
      1,
      "hidden_review_ids[0]: expected a whole number from 1 to 9007199254740991, found a value that is not a number",
    ],
    [["--origins", "https://practice.example/reviews"], 1, "allowed_origins[0]: expected an origin"],
    [["--limit", "many"], 2, "Expected a non-negative integer"],
  ])("rejects %j", async (options, code, message) => {
    const refused = await repute(["widget", "set", "--account", "acme", ...options], workspace());
    expect(refused).toMatchObject({ code, stdout: "" });
    expect(refused.stderr).toContain(message);
  });

  it("reports an account without a widget and an unknown account", async () => {
    const missing = await repute(["widget", "show", "--account", "acme"], workspace());
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toContain("no embed widget configuration");
    expect(await repute(["widget", "show", "--account", "nobody"], workspace())).toMatchObject({ code: 1 });
  });
});
