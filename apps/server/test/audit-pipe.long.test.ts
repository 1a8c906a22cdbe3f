import { once } from "node:events";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { AuditRecord, Instant } from "@repute/domain";
import { reportFigure, scaled } from "../../../test/torture.js";
import { openDomain } from "../src/open-domain.js";
import { readConfig } from "../src/settings/config.js";
import { reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { freshWorkspace } from "./support/workspace.js";

const tries = scaled(2, 20);

describe("repute audit with a reader that closes the pipe", () => {
  const workspace = freshWorkspace();

  beforeEach(async () => {
    const { env } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const { domain, close } = await openDomain(readConfig(env));
    const record: AuditRecord = {
      ...{ at: Date.now() as Instant, actor: "api-token", actorId: "1", action: "GET /v2/reviews" },
      ...{ subject: null, filters: [], rows: 1, outcome: "ok" },
    };
    // Use enough records to exceed the buffers of the pipe and of Node.js.
    await domain.audit.append((await domain.accounts.byKey("acme")).id, Array(20_000).fill(record));
    await close();
  });

  it.each([[[]], [["--json"]]])("ends without an error with %j", async (more) => {
    for (let one = 0; one < tries; one += 1) {
      const child = reputeInChild(["audit", "--account", "acme", ...more], workspace().env);
      const [closed, stderr] = [once(child, "exit"), text(child.stderr)];
      await once(child.stdout, "data");
      child.stdout.destroy();
      expect(await closed).toEqual([0, null]);
      expect(await stderr).toBe("");
    }
    reportFigure(`repute audit ${more.join(" ")}: ${tries} readers left, 0 errors`);
  });
});
