/** What something that was found means, and what to do about its rows. */
export type Advice = { readonly title: string; readonly advice: string };

/** What the office does about a row: correct it at its source, check it, or nothing. */
export const tasks = ["correct", "check", "nothing"] as const;
export type Task = (typeof tasks)[number];

export const taskTitles: Readonly<Record<Task, string>> = {
  correct: "To correct",
  check: "To check",
  nothing: "No action needed",
};
