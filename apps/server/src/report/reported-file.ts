/** Practice, file name and time zone of the file that a report describes. */
export type ReportedFile = {
  readonly practice: string;
  readonly file: string;
  readonly timeZone: string;
  /** Sentence about an earlier import of the same file. */
  readonly earlier?: string | undefined;
};
