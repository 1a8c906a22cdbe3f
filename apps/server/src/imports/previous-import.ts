import type { AccountId, Domain, ImportErrorRow } from "@repute/domain";
import { type EarlierReport, earlierReport } from "../report/earlier-report.js";
import { keysOf } from "./import-report.js";

/** Returns the error rows of the last import of the same connection before an import. Ignores tests. */
export async function previousImport(
  { attempts, errorRows }: Pick<Domain["imports"], "attempts" | "errorRows">,
  account: AccountId,
  importId: number,
): Promise<EarlierReport<ImportErrorRow> | undefined> {
  const previous = await previousId(attempts(account), importId);
  return previous === undefined ? undefined : earlierReport(`import ${previous}`, errorRows(account, previous), keysOf);
}

async function previousId(
  pages: ReturnType<Domain["imports"]["attempts"]>,
  importId: number,
): Promise<number | undefined> {
  let connection: string | null | undefined;
  for await (const attempts of pages) {
    for (const attempt of attempts) {
      const { import_id: id, status, is_test: isTest } = attempt;
      if (id === importId) connection = attempt.connection;
      else if (connection === attempt.connection && id !== null && status === "done" && !isTest) return id;
    }
  }
  return undefined;
}
