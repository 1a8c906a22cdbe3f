import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { RouterOptions } from "@repute/adapter-express";
import type { DatabaseOptions } from "@repute/adapter-typeorm";
import { type DomainOptions, type Ports, tokenKinds } from "@repute/domain";

const docs = join(__dirname, "../..");
const guides = join(docs, "guides");
const guide = readFileSync(join(guides, "embed-in-an-app.md"), "utf8");

/** The examples that the guide shows: the file that it links to, and the code behind the link. */
const shown = [...guide.matchAll(/\(\.\.\/examples\/([\w.-]+)\)[^`]*?:\n\n```\w+\n(.*?)\n```/gs)];
const linked = new Set([...guide.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, path = ""]) => path));

/** Returns the first column of the table in the guide whose first heading is `title`. */
function rowsOf(title: string): readonly (string | undefined)[] {
  const table = guide.split("\n\n").find((paragraph) => paragraph.startsWith(`| ${title} |`)) ?? "";
  return [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
}

// The compiler asks for every name: an option that is added has to be put here, and then into the guide.
const routerOptions: Record<keyof RouterOptions, true> = {
  report: true,
  authenticate: true,
  authenticateMilliseconds: true,
  ownCredentials: true,
  log: true,
  stopping: true,
  strictParameters: true,
  checkReplies: true,
  stallMilliseconds: true,
  minBytesPerSecond: true,
  bodyBytes: true,
  maxWaits: true,
  listMilliseconds: true,
  docs: true,
  widgetScripts: true,
  pageFiles: true,
  loadReport: true,
  widgetViews: true,
  trackingScript: true,
  readme: true,
  startLinks: true,
  appUrl: true,
  baseUrl: true,
  requestsPerMinute: true,
  embedRequestsPerMinute: true,
  invitationRequestsPerMinute: true,
  tokenRequestsPerMinute: true,
};
const domainOptions: Record<keyof DomainOptions, true> = {
  baseUrl: true,
  accessTokenSeconds: true,
  maxSubmissions: true,
  tombstoneDays: true,
  retention: true,
  oasExcludedCodes: true,
};
const databaseOptions: Record<keyof DatabaseOptions, true> = {
  url: true,
  migrate: true,
  onMigrated: true,
  onSuperuser: true,
  auditDays: true,
  clock: true,
  readers: true,
  lists: true,
  listsPerAccount: true,
  migrationUrl: true,
  writers: true,
  patience: true,
  maxLogBytes: true,
};
const ports: Record<keyof Ports, true> = {
  storage: true,
  clock: true,
  operator: true,
  process: true,
  secrets: true,
  partnerKeys: true,
  accessTokens: true,
  inviteSender: true,
  imageEncoder: true,
  imageStore: true,
  trackerKeys: true,
  webhookSender: true,
  uploadFiles: true,
  invitationMailer: true,
  notificationMailer: true,
  passwordHasher: true,
  commonPasswords: true,
  passwordKeeper: true,
};

describe("the guide", () => {
  it("shows the examples unchanged", () => {
    const files = ["smallest-host.mjs", "sqlite-host.ts"];
    expect(shown.map(([, file]) => file)).toEqual(files);
    for (const [, file = "", code] of shown) {
      expect(`${code}\n`).toBe(readFileSync(join(docs, "examples", file), "utf8"));
    }
  });

  it("has links to existing files", () => {
    expect(linked.size).toBeGreaterThan(5);
    for (const path of linked) expect(readFileSync(join(guides, path), "utf8")).not.toBe("");
  });

  it.each([
    ["option of `createRouter`", Object.keys(routerOptions)],
    ["option of `createDomain`", Object.keys(domainOptions)],
    ["option of `openDatabase`", Object.keys(databaseOptions)],
    ["port", Object.keys(ports)],
    ["kind", tokenKinds],
  ])("has a row for every %s and no other", (title, names) => {
    expect(rowsOf(title)).toEqual(names);
  });
});
