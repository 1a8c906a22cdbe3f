import type { AppliedWithdrawal, WithdrawalOutcome, WithdrawalsOfRun } from "@repute/domain";

type Status = AppliedWithdrawal["status"];

/** Labels of appointment statuses for a practice's office. */
export const statusTexts: Readonly<Record<Status, string>> = {
  cancelled: "Canceled",
  no_show: "No-show",
  rescheduled: "Rescheduled",
  deleted: "Deleted",
};

/** Text for each outcome of a row that withdraws an appointment. The summary lists the outcomes in this order. */
const outcomeTexts: Readonly<Record<WithdrawalOutcome, string>> = {
  withdrawn: "Appointment updated",
  repeated: "No change: the appointment already had this status",
  unknown: "No change: the appointment was never imported",
  other_time: "No change: the stored appointment has another time",
  overruled: "No change: a later row of the file replaces this row",
};

/** Texts for the outcomes of a test run, which changes nothing. */
const testOutcomeTexts: typeof outcomeTexts = { ...outcomeTexts, withdrawn: "Appointment would be updated" };

const outcomeTextsOf = (isTest: boolean) => (isTest ? testOutcomeTexts : outcomeTexts);

/** Describes the effect of a withdrawn row, including the number of withdrawn invites. */
export function outcomeText({ outcome, invites, appointmentId }: AppliedWithdrawal, isTest: boolean): string {
  const text = outcomeTextsOf(isTest)[outcome];
  if (outcome !== "withdrawn" || invites === 0) return text;
  const withdrawn = isTest ? "would be withdrawn" : "withdrawn";
  return appointmentId === null ? `Invite ${withdrawn}` : `${text}, invite ${withdrawn}`;
}

/** Returns the counts of rows by status and by outcome, and then the effects on invites and appointments. */
export const withdrawalCounts = (
  { statuses, outcomes, invites, restored }: WithdrawalsOfRun,
  isTest: boolean,
): readonly (readonly [string, number])[] => [
  ...countsOf(statusTexts, statuses),
  ...countsOf(outcomeTextsOf(isTest), outcomes),
  ...(invites === 0 ? [] : [[isTest ? "Invites to withdraw" : "Invites withdrawn", invites] as const]),
  ...(restored === 0 ? [] : [[isTest ? "Appointments to restore" : "Appointments restored", restored] as const]),
];

const countsOf = <Word extends string>(
  texts: Readonly<Record<Word, string>>,
  counts: Readonly<Partial<Record<Word, number>>>,
): readonly (readonly [string, number])[] =>
  (Object.keys(texts) as Word[]).flatMap((word) => {
    const count = counts[word];
    return count === undefined ? [] : [[texts[word], count] as const];
  });

/** True if an import run has withdrawals to report. */
export const hasWithdrawals = ({ rows, restored }: WithdrawalsOfRun): boolean => rows > 0 || restored > 0;
