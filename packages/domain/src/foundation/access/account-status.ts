/** State of an account, read together with one of its credentials. */
export type AccountStatus = {
  readonly accountDisabled: boolean;
  /**
   * Version of the account's catalog, or absent if unknown. Lets callers cache catalog data without another query.
   *
   * Changes with every unit of work that changes the catalog, and never repeats.
   */
  readonly catalogVersion?: string;
};
