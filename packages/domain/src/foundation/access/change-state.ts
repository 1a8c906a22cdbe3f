/** Change by an operator to the state of a token or a client. */
export type StateChange = "disable" | "enable" | "revoke";

type State = { readonly disabled: boolean; readonly revoked: boolean };

/** Returns a copy in the new state. Disabling is reversible; revoking is not. */
export const inState = <Thing extends State>(thing: Thing, change: StateChange): Thing =>
  change === "revoke" ? { ...thing, revoked: true } : { ...thing, disabled: change === "disable" };
