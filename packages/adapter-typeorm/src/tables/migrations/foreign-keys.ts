/** Makes the database check foreign keys at the end of the transaction, so that statements can run in any order. */
const deferred = "DEFERRABLE INITIALLY DEFERRED";

/** Foreign key from a row to its account. */
export const ofAccount = `FOREIGN KEY (account_id) REFERENCES accounts (id) ${deferred}`;

/** Returns the SQL for a foreign key to a table. The referenced row must belong to the same account. */
export const within = (column: string, table: string) =>
  `FOREIGN KEY (account_id, ${column}) REFERENCES ${table} (account_id, id) ${deferred}`;
