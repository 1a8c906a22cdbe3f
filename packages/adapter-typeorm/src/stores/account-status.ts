import type { AccountStatus } from "@repute/domain";
import type { RawRow } from "../engine/session.js";

/**
 * SQL columns with the state of an account.
 * The query must use the alias `owner` for a table with the column `account_id`.
 */
export const accountStatusColumns = `(SELECT a.disabled FROM accounts a WHERE a.id = owner.account_id) AS account_disabled,
  (SELECT v.version FROM catalog_versions v WHERE v.account_id = owner.account_id) AS catalog_version`;

/** Returns the state of an account from a row with the columns in `accountStatusColumns`. */
export function accountStatusOf({ account_disabled: disabled, catalog_version: version }: RawRow): AccountStatus {
  return { accountDisabled: Boolean(disabled), ...(typeof version === "string" && { catalogVersion: version }) };
}
