/** Account state that decides whether a caller may use the account. */
export type AccountStatus = {
  readonly accountDisabled: boolean;
  /**
   * Version of the account's catalog, or absent if unknown. Lets callers cache catalog data without another query.
   *
   * Changes with every unit of work that changes the catalog. No version is ever reused.
   */
  readonly catalogVersion?: string;
};
