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
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: ENOENT.*\n$/);
  });
});
