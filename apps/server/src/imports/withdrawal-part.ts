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
    title: "Cancelled and moved appointments",
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
              elsewhere: "All rows are counted above.",
            },
          ],
  };
}

const advice =
  "These rows are not part of the rows processed. Planned invites of these appointments are withdrawn, and invites that were sent stay. A row about an appointment that was never imported has no name here; find it by its row number.";
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
