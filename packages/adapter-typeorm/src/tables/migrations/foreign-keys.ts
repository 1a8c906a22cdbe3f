/** Checked at the end of a transaction, so that the order of statements does not matter. */
const deferred = "DEFERRABLE INITIALLY DEFERRED";

/** Foreign key from a row to its account. */
export const ofAccount = `FOREIGN KEY (account_id) REFERENCES accounts (id) ${deferred}`;

/** Returns a foreign key to a table. The referenced row must belong to the same account. */
export const within = (column: string, table: string) =>
  `FOREIGN KEY (account_id, ${column}) REFERENCES ${table} (account_id, id) ${deferred}`;
