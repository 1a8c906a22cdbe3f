/** What is known of an account as soon as a credential of it is. */
export type Standing = {
  readonly accountDisabled: boolean;
  /**
   * Another text after every unit of work that changed the account's catalog, and never again one that it had before; absent
   * where that is not known. Seen together with the credential, so that what is kept of a catalog costs no other look.
   */
  readonly catalogVersion?: string;
};
