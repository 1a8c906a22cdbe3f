import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { type AccountId, type AuditRecord, type FailureCount, failureOf, type Instant } from "@repute/domain";
import { reportFigure, scaled } from "../../../test/torture.js";
import { openDomain } from "../src/open-domain.js";
import { readConfig } from "../src/settings/config.js";
import type { Environment } from "../src/settings/setting.js";
import { accountWithToken } from "./support/account.js";
import { repute, reputeJson } from "./support/command-line.js";
import { get } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const old = scaled(1_200, 20_000);
const day = 86_400_000;
const table = ["Patient ID,Patient Name,Email,Appointment Date", "MRN-1,Cal Reed,,never", "MRN-2,Ann Lee,,never"].join(
  "\n",
);

type Trail = {
  readonly items: readonly { readonly at: string; readonly action: string; readonly rows: number | null }[];
  readonly failures: readonly FailureCount[];
};

describe.each(engines)("retention on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  /** Adds audit records and failure counts that are `days` days old. */
  async function addRecords(env: Environment, days: number, count: number): Promise<void> {
    const { domain, close } = await openDomain(readConfig(env));
    const { id } = await domain.accounts.byKey("acme");
    const record: AuditRecord = {
      ...{ at: (Date.now() - days * day) as Instant, actor: "api-token", actorId: "1", action: "GET /v2/reviews" },
      ...{ subject: null, filters: [], rows: 1, outcome: "ok" },
    };
    await domain.audit.append(
      id,
      Array.from({ length: count }, () => record),
    );
    await domain.audit.addFailures(id as AccountId, [failureOf({ ...record, outcome: "expired" })]);
    await close();
  }

  it("deletes only data beyond the retention periods in one nightly cleanup", async () => {
    const { env, folder, serve } = workspace();
    const token = await accountWithToken(env);
    const file = join(folder, "visits.csv");
    await writeFile(file, table);
    const runs: number[] = [];
    for (const days of [40, 1]) {
      const uploaded = new Date(Date.now() - days * day).toISOString();
      const command = ["import-appointments", "--account", "acme", "--uploaded-at", uploaded, file];
      runs.push((await reputeJson<{ import_id: number }>(command, env)).import_id);
    }
    await addRecords(env, 40, old);
    await addRecords(env, 1, 3);
    const audit = () => reputeJson<Trail>(["audit", "--account", "acme"], env);
    const before = await audit();

    const { baseUrl, running } = await serve(["serve"], { ERROR_ROW_DAYS: "30", AUDIT_DAYS: "30", LOG_LEVEL: "info" });
    await running.printed(/Nightly cleanup finished/);
    const errorsOf = async (run: number | undefined) =>
      ((await get(baseUrl, `/v2/integration-imports/${run}/appointments`, token)).body as { records: unknown[] })
        .records.length;
    expect([await errorsOf(runs[0]), await errorsOf(runs[1])]).toEqual([0, 2]);
    const { items: records, failures } = await audit();
    const isOld = ({ at }: { readonly at: string }) => Date.parse(at) < Date.now() - 30 * day;
    expect(records.filter(isOld)).toEqual([]);
    const reads = ({ items: all }: Trail) => all.filter(({ action }) => action === "GET /v2/reviews").length;
    expect([reads(before), reads({ items: records, failures })]).toEqual([old + 3, 3]);
    expect([before.failures.length, failures.length]).toEqual([2, 1]);
    const deleted = (wanted: string) =>
      records
        .flatMap(({ action, rows }) => (action === wanted ? [rows ?? 0] : []))
        .reduce((sum, rows) => sum + rows, 0);
    expect([deleted("delete_error_rows"), deleted("delete_audit_records")]).toEqual([2, old + 1]);
    const imports = await repute(["imports", "list", "--account", "acme"], { env });
    expect(imports.stdout.match(/ done$/gm)).toHaveLength(2);
    reportFigure(
      `${engine}: ${old} audit records older than the limit, ${records.filter(isOld).length} left after one cleanup`,
    );
  });
});
