import { describe, expect, it } from "@jest/globals";
import { versions } from "./server.js";

/** Paths of the specification for each version and their differences, copied for the comparison. */
const inBoth = [
  "/reviews",
  "/surveys",
  "/invites",
  "/calls",
  "/conversions",
  "/campaigns",
  "/surveys-list",
  "/survey-responses",
  "/integration-imports",
  "/insights/byMonth",
  "/locations",
  "/platforms",
  "/messages",
  "/groups",
];
const onlyInV1 = [
  "/loads",
  "/loads/:load_id",
  "/loads/:load_id/report",
  "/loads/:load_id/undo",
  "/people/search",
  "/online-submissions/:submission_id",
  "/online-submissions/upload",
  "/online-submissions/bulk-upload",
  "/users",
  "/users/:id",
  "/users/:id/image",
];
const onlyInV2 = [
  "/providers",
  "/cahps-parsed-files",
  "/cahps-parsed-files/:file_id/warnings",
  "/integration-imports/:import_id/appointments",
  "/integration-imports/:import_id/invites",
  "/aggregate-averages",
  "/aggregate-combined-average",
  "/aggregate-survey-average",
  "/aggregate-reviews",
  "/changes",
  "/checksums",
  "/overview",
  "/status",
];
const filters = ["location_id", "provider_id", "group_id", "custom_filters"];
const filtered = ["/reviews", "/surveys", "/survey-responses", "/invites"];

const routesOf = (prefix: string) => versions.find((table) => table.prefix === prefix)?.routes ?? [];
const queryOf = (prefix: string, path: string) =>
  Object.keys(routesOf(prefix).find((route) => route.path === path)?.query.properties ?? {});

describe("the versions", () => {
  it("serve the specified paths", () => {
    const paths = (prefix: string) => [...new Set(routesOf(prefix).map(({ path }) => path))].sort();
    expect(paths("/v1")).toEqual([...inBoth, ...onlyInV1].sort());
    expect(paths("/v2")).toEqual([...inBoth, ...onlyInV2].sort());
  });

  it.each(inBoth)("have only the specified differences in %s", (path) => {
    const added = filtered.includes(path) ? filters : [];
    const later = path === "/invites" ? ["end"] : [];
    const older = queryOf("/v1", path);
    expect(queryOf("/v2", path).sort()).toEqual([...older, ...added, ...later].sort());
    expect(older.filter((name) => filters.includes(name))).toEqual([]);
  });

  it("include errors by type of imports only on v2", () => {
    const hasErrors = (prefix: string) => {
      const reply = routesOf(prefix).find(({ path }) => path === "/integration-imports")?.reply;
      return "errors" in (reply?.properties?.["items"]?.items?.properties ?? {});
    };
    expect([hasErrors("/v1"), hasErrors("/v2")]).toEqual([false, true]);
  });

  it("include the questions of survey responses only on v2", () => {
    const hasQuestions = (prefix: string) => {
      const reply = routesOf(prefix).find(({ path }) => path === "/survey-responses")?.reply;
      return "questions" in (reply?.properties?.["items"]?.items?.properties ?? {});
    };
    expect([hasQuestions("/v1"), hasQuestions("/v2")]).toEqual([false, true]);
  });
});
