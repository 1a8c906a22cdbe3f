/** State of an account, read together with one of its credentials. */
export type Standing = {
  readonly accountDisabled: boolean;
  /**
   * Version of the account's catalog. Changes with every unit of work that changes the catalog, and never repeats.
   * Absent if unknown. Allows callers to cache catalog data without another query.
   */
  readonly catalogVersion?: string;
};
