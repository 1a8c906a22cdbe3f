/** Result of a check. The message names the problem and what to do. */
export type Finding = {
  readonly check: string;
  readonly state: "ok" | "warning" | "wrong";
  readonly message: string;
};

/** Functions that create the findings of a check. */
export const findingsOf = (check: string) => ({
  ok: (message: string): Finding => ({ check, state: "ok", message }),
  warning: (message: string): Finding => ({ check, state: "warning", message }),
  wrong: (message: string): Finding => ({ check, state: "wrong", message }),
});
