/** What an operator does to a token or a client. */
export type StateChange = "disable" | "enable" | "revoke";

type State = { readonly disabled: boolean; readonly revoked: boolean };

/** The same thing in its new state: disabling can be undone, revoking cannot. */
export const inState = <Thing extends State>(thing: Thing, change: StateChange): Thing =>
  change === "revoke" ? { ...thing, revoked: true } : { ...thing, disabled: change === "disable" };
