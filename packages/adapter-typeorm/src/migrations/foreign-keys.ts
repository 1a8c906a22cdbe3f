/** Checked at the end of a unit of work, so that its order does not matter. */
const deferred = "DEFERRABLE INITIALLY DEFERRED";

/** Every row is an account's own. */
export const ofAccount = `FOREIGN KEY (account_id) REFERENCES accounts (id) ${deferred}`;

/** A row names only records of its own account. */
export const within = (column: string, table: string) =>
  `FOREIGN KEY (account_id, ${column}) REFERENCES ${table} (account_id, id) ${deferred}`;
