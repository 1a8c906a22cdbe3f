import type { Standing } from "@repute/domain";
import type { RawRow } from "../session.js";

/** What a credential's account is like, beside what is selected of a table with an `account_id`. */
export const standingColumns = `(SELECT a.disabled FROM accounts a WHERE a.id = owner.account_id) AS account_disabled,
  (SELECT v.version FROM catalog_versions v WHERE v.account_id = owner.account_id) AS catalog_version`;

/** The same of a row. */
export function standingOf({ account_disabled: disabled, catalog_version: version }: RawRow): Standing {
  return { accountDisabled: Boolean(disabled), ...(typeof version === "string" && { catalogVersion: version }) };
}
