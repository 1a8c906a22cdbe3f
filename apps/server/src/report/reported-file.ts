/** Whose file a report is about, and what it is called. */
export type ReportedFile = {
  readonly practice: string;
  readonly file: string;
  readonly timeZone: string;
  /** Sentence about an earlier import of the same file. */
  readonly earlier?: string | undefined;
};
