/** State change that an operator can make to a token or a client. */
export type StateChange = "disable" | "enable" | "revoke";

type State = { readonly disabled: boolean; readonly revoked: boolean };

/** Returns a copy of a token or client in its new state: disabled, enabled or revoked. Revoking is permanent. */
export const inState = <Thing extends State>(thing: Thing, change: StateChange): Thing =>
  change === "revoke" ? { ...thing, revoked: true } : { ...thing, disabled: change === "disable" };
