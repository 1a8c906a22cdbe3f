import type { NamedWithdrawal, WithdrawalsOfRun } from "@repute/domain";
import type { ReportPart } from "../report/report-page.js";
import type { ShowTime } from "./match-detail.js";
import { shownDate } from "./withdrawal-item.js";
import { hasWithdrawals, outcomeText, statusTexts, withdrawalCounts } from "./withdrawal-texts.js";

const columns = ["Row", "Patient", "Appointment", "Appointment ID", "Status", "What happened"];

/** The section of a report about appointments that do not take place; `undefined` without any. */
export function withdrawalPart(withdrawals: WithdrawalsOfRun, isTest: boolean, show: ShowTime): ReportPart | undefined {
  if (!hasWithdrawals(withdrawals)) return undefined;
  const { rows, named } = withdrawals;
  return {
    title: "Canceled and rescheduled appointments",
    counts: withdrawalCounts(withdrawals, isTest),
    groups:
      rows === 0
        ? []
        : [
            {
              id: "withdrawals",
              title: "Appointments that do not take place",
              advice: isTest ? testAdvice : advice,
              tone: "warning",
              count: rows,
              values: [],
              columns,
              rows: named.map((one) => cellsOf(one, show)),
              elsewhere: "The counts above include all rows.",
            },
          ],
  };
}

const advice =
  "These rows are not counted as rows processed. Invites planned for these appointments are withdrawn. Invites that were already sent do not change. If an appointment was never imported, its row has no patient name here. Find such a row by its row number.";
const testAdvice = `${advice} This was a test, so nothing was changed.`;

const cellsOf = (one: NamedWithdrawal, show: ShowTime): readonly string[] => {
  const date = shownDate(one.at);
  return [
    String(one.row),
    one.patientName ?? "",
    date === null ? "" : show(date),
    one.ref ?? "",
    statusTexts[one.status],
    outcomeText(one),
  ];
};
