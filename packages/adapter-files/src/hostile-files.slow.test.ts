import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { scaled } from "../../../test/torture.js";
import { all, temporaryFile } from "../test/temporary-file.js";
import { appointmentFile } from "./appointment-file.js";

const table = 'Appointment ID,Patient Name,DOS,Phone\nA1,"Lee, Ann",3/2/2026,801-555-0100\nA2,Bo,,\n';
const message = "MSH|^~\\&|A|B|C|D|2026||SIU^S12|1|P|2.3\rSCH||F1^E|||||||||^^^20260302\rPID|1||M1~M2||Lee^Ann\r";
const appointment = {
  ...{ resourceType: "Appointment", id: "a1", status: "booked", start: "2026-03-02T09:00:00Z" },
  contained: [
    { resourceType: "Patient", id: "p", name: [{ family: "Lee" }], telecom: [{ system: "phone", value: "1" }] },
  ],
  participant: [{ actor: { reference: "#p" } }],
};
const files = [
  Buffer.from(table),
  Buffer.from(message.repeat(2)),
  Buffer.from(`${JSON.stringify(appointment)}\n`.repeat(2)),
  Buffer.from(JSON.stringify({ resourceType: "Bundle", entry: [{ resource: appointment }] }, null, 1)),
  gzipSync(table),
];

/** A file with some bytes changed, deleted or duplicated. */
const damaged = fc
  .tuple(
    fc.constantFrom(...files),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
    fc.tuple(fc.nat(), fc.nat(40), fc.boolean()),
  )
  .map(([file, changes, [place, length, isDoubled]]) => {
    const bytes = Buffer.from(file);
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    const start = place % bytes.length;
    const part = bytes.subarray(start, start + length);
    const rest = bytes.subarray(start + length);
    return Buffer.concat([bytes.subarray(0, start), ...(isDoubled ? [part, part] : []), rest]);
  });

describe("appointmentFile with a damaged file", () => {
  const written = temporaryFile();

  it("returns rows of strings or fails with a one-line error", async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (content) => {
        const rows = await all(appointmentFile(await written(content)).read()).catch((error: unknown) => error);
        if (!Array.isArray(rows)) return expect(rows).toMatchObject({ kind: "invalid", code: "file_unreadable" });
        for (const { row, ...texts } of rows as { row: number }[]) {
          expect(row).toBeGreaterThan(0);
          for (const text of Object.values(texts)) expect(typeof text === "string" && text !== "").toBe(true);
        }
      }),
      { numRuns: scaled(300, 20_000) },
    );
  });
});
