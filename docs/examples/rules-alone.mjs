// This example applies single rules to JSON objects, without a database. Run it with: node rules-alone.mjs
import { classifyConversion, judgeImportRow, matchAppointment, widgetAverages } from "@repute/domain";

// Records have the keys of bundle lines.
const call = {
  kind: "call",
  id: 900,
  called_at: "2026-03-02T16:00:00Z",
  from_number: "(801) 555-0142",
  tracking_number: "801-555-0100",
};
const campaigns = [{ id: 50, name: "Spring", channel: "Paid Search", tracking_numbers: ["801-555-0100"] }];
const appointments = [
  { id: 1001, appointment_at: "2026-03-05T15:00:00Z", booked_at: "2026-03-02T16:10:00Z", phone: "801-555-0142" },
];

export function main(print = console.log) {
  const { campaign, channel, newPatient } = classifyConversion(call, { campaigns, appointments });
  print(`campaign ${campaign}, channel ${channel}, new patient: ${newPatient}`);

  const match = matchAppointment(call, appointments, { time_zone: "America/Denver" });
  print(`the call led to appointment ${match?.id}`);

  const row = { row: 2, firstName: "Cal", mobilePhone: "801-555-0142", appointmentDate: "3/5/2026", location: "Oak" };
  const locations = [{ id: 1, location_name: "Main Street", external_location_ids: ["L-1"] }];
  const { isCaptured, findings } = judgeImportRow(row, { uploadedAt: "2026-03-06T07:00:00Z", locations });
  print(`row imported: ${isCaptured}, findings: ${findings.map(({ error_type }) => error_type)}`);

  const { rating, total } = widgetAverages([5, 4, 4, 2]);
  print(`${rating} stars from ${total} ratings`);
}

if (import.meta.filename === process.argv[1]) main();
