import { join } from "node:path";
import { patientFile } from "@repute/adapter-files";
import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import type { Instant } from "@repute/domain";
import { createDomain, noPartners } from "@repute/domain";
import { job } from "../children/job.js";
import { runAlone } from "../children/worker.js";
import { textBundle } from "../data/account-bundle.js";
import { surveyedPractice, writePatients } from "../data/patient-table.js";
import type { Row } from "../row.js";
import { count } from "../row.js";
import { memoryOf, resetPeak } from "./memory.js";
import type { TableOrder } from "./time-parse.js";
import { timeParse } from "./time-parse.js";

/** Rows a second, of csv-parse alone and of parsing patients; megabytes more than idle where every row has findings. */
export type ParsingPatients = {
  readonly parsed: number;
  readonly judged: number;
  readonly memory: number | undefined;
};

/** A file of patients for a survey: half of its rows have a fault, and then all of them. */
export const patientSurveys: Row<ParsingPatients> = {
  title: "a file of patients for a survey",
  once: true,
  async measure({ workshop, sizes: { surveyed: rows }, data: { url }, loader }) {
    const [half, all] = ["patients.csv", "faulty-patients.csv"].map((name) => join(workshop.folder, name)) as [
      string,
      string,
    ];
    await writePatients(half, rows, 2);
    await writePatients(all, rows, 1);
    const parsed = await loader.run(timeParse, { file: half, rows });
    const { rate: judged } = await runAlone(workshop, timePatients, { url, file: half, rows });
    const { memory } = await runAlone(workshop, timePatients, { url, file: all, rows });
    return { parsed, judged, memory };
  },
  figures: (found, { sizes }) => {
    const memory = found.flatMap((one) => one.memory ?? []);
    const label = "the same with findings in every row, memory more than idle";
    return [
      {
        key: "patients_x_parse",
        label: `rows of ${count(sizes.surveyed)} patients judged a second, relative to csv-parse alone`,
        unit: "x",
        values: found.map(({ judged, parsed }) => judged / parsed),
      },
      ...(memory.length === 0
        ? []
        : [{ key: "patients_memory", label, unit: "MB", values: memory, target: { most: 200 } } as const]),
    ];
  },
};

/** Parses a file for an account of its own; returns rows a second, and how much memory that took. */
const timePatients = job(
  __filename,
  "timePatients",
  async ({ url, file, rows }: TableOrder & { readonly url: string }) => {
    const database = await openDatabase({ url });
    try {
      const domain = createDomain({ ...typeormPorts(database), ...noPartners });
      const { id } = await domain.accounts.create({ key: `patients-${Date.now()}`, name: "Patients" });
      await domain.bundle.load(id, textBundle(surveyedPractice.map((line) => JSON.stringify(line))));
      await resetPeak(process.pid);
      const idle = (await memoryOf(process.pid))?.now;
      const started = performance.now();
      const { item } = await domain.patientSurveys.parse(id, patientFile(file, "OASCAHPS"), {
        uploadedAt: Date.parse("2026-06-10T12:00:00Z") as Instant,
      });
      if (item.total_patients !== rows) throw new Error(`the file has ${item.total_patients} patients`);
      const rate = (rows * 1_000) / (performance.now() - started);
      const peak = (await memoryOf(process.pid))?.peak;
      return { rate, memory: peak === undefined || idle === undefined ? undefined : peak - idle };
    } finally {
      await database.close();
    }
  },
);
