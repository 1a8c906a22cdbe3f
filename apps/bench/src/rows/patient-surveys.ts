import { join } from "node:path";
import { patientFile } from "@repute/adapter-files";
import type { Instant } from "@repute/domain";
import { job } from "../children/job.js";
import { runAlone } from "../children/worker.js";
import { surveyedPractice, writePatients } from "../data/patient-table.js";
import { newAccount, withDomain } from "../data/with-domain.js";
import { count, mb, row, share } from "../row.js";
import { watched } from "./memory.js";
import { type TableOrder, timeParse } from "./time-parse.js";

/** Parses two patient files: one with errors in half of the rows, and one with errors in all rows. */
export const patientSurveys = row({
  title: "a file of patients for a survey",
  once: true,
  headings: ({ sizes }) => ({
    patients_x_parse: share(`Speed of parsing a patient file of ${count(sizes.surveyed)} rows, relative to csv-parse`),
    patients_memory: mb("Memory that a patient file with findings in every row needs in addition to the idle process", {
      max: 200,
    }),
  }),
  async measure({ workshop, sizes: { surveyed: rows }, loader }, { data: { url } }) {
    const order = (name: string) => ({ url, file: join(workshop.folder, name), rows });
    const [half, all] = [order("patients.csv"), order("faulty-patients.csv")];
    await writePatients(half.file, rows, 2);
    await writePatients(all.file, rows, 1);
    const parsing = await loader.run(timeParse, half);
    return {
      patients_x_parse: parsing / (await runAlone(workshop, timePatients, half)).milliseconds,
      patients_memory: (await runAlone(workshop, timePatients, all)).memory,
    };
  },
});

/** Parses a patient file in a new account. Returns time and memory. */
const timePatients = job(__filename, "timePatients", ({ url, file, rows }: TableOrder & { readonly url: string }) =>
  withDomain(url, async (domain) => {
    const account = await newAccount(domain, "patients", surveyedPractice);
    const at = { uploadedAt: Date.parse("2026-06-10T12:00:00Z") as Instant };
    const { result, ...took } = await watched(() =>
      domain.patientSurveys.parse(account, patientFile(file, "OASCAHPS"), at),
    );
    const { total_patients: found } = result.item;
    if (found !== rows) throw new Error(`the file has ${found} patients`);
    return took;
  }),
);
