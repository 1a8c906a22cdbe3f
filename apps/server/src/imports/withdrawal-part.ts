import type { NamedWithdrawal, WithdrawalsOfRun } from "@repute/domain";
import type { ReportPart } from "../report/report-page.js";
import { taskTones } from "../report/task.js";
import type { ShowTime } from "./match-detail.js";
import { shownDate } from "./withdrawal-item.js";
import { hasWithdrawals, outcomeText, statusTexts, withdrawalCounts } from "./withdrawal-texts.js";

const columns = ["Row", "Patient", "Appointment", "Appointment ID", "Status"];

/** Returns the report section about appointments that do not take place, or `undefined` if there are none. */
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
              tone: taskTones.nothing,
              count: rows,
              values: [],
              columns: [...columns, isTest ? "What would happen" : "What happened"],
              rows: named.map((one) => cellsOf(one, isTest, show)),
              elsewhere: "The counts above include all rows.",
            },
          ],
  };
}

const adviceOn = (effect: string): string =>
  `These rows are not counted as rows processed. ${effect} Invites that were already sent do not change. If an appointment was never imported, its row has no patient name here. Find such a row by its row number.`;
const advice = adviceOn("Invites planned for these appointments are withdrawn.");
const testAdvice = adviceOn(
  "This was a test, so nothing was changed. An import would withdraw the invites planned for these appointments.",
);

const cellsOf = (one: NamedWithdrawal, isTest: boolean, show: ShowTime): readonly string[] => {
  const date = shownDate(one.at);
  return [
    String(one.row),
    one.patientName ?? "",
    date === null ? "" : show(date),
    one.ref ?? "",
    statusTexts[one.status],
    outcomeText(one, isTest),
  ];
};
