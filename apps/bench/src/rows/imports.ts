import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { appointmentFile, backgroundProcess } from "@repute/adapter-files";
import type { Instant } from "@repute/domain";
import { job } from "../children/job.js";
import { runAlone } from "../children/worker.js";
import { importingPractice, uploadedAt, writeAppointments } from "../data/appointment-table.js";
import { newAccount, withDomain } from "../data/with-domain.js";
import { count, mb, ms, row, share } from "../row.js";
import { watched } from "./memory.js";
import { slowestWhile } from "./small-requests.js";
import { type TableOrder, timeParse } from "./time-parse.js";

/** Imports a large file into the server's database twice: while the server is idle, and during small requests. */
export const imports = row({
  title: "an import",
  once: true,
  headings: ({ sizes }) => ({
    import_x_parse: share(
      `Speed of an import of ${count(sizes.imported)} rows, relative to csv-parse, which only reads the file`,
    ),
    import_time: ms("Import time per 1,000 rows", { max: 200 }),
    import_memory: mb("Memory that an import needs in addition to the idle process", { max: 150 }),
    import_beside: ms("Import time per 1,000 rows while the server answers small requests"),
    import_small_request: share(
      "99th percentile of response times during an import, relative to the percentile before the import",
      {
        max: 2,
      },
    ),
  }),
  async measure(stage, { repute, data: { url } }) {
    const { workshop, sizes, loader } = stage;
    const order = { url, file: join(workshop.folder, "appointments.csv"), rows: sizes.imported };
    await writeAppointments(order.file, order.rows);
    const parsing = await loader.run(timeParse, order);
    const alone = await runAlone(workshop, timeImport, { ...order, name: "imports" });
    const quiet = await slowestWhile(stage, repute, () => setTimeout(5_000));
    let beside = { milliseconds: NaN };
    const meanwhile = await slowestWhile(stage, repute, async () => {
      beside = await runAlone(workshop, timeImport, { ...order, name: "imports-beside" });
    });
    const thousands = order.rows / 1_000;
    return {
      import_x_parse: parsing / alone.milliseconds,
      import_time: alone.milliseconds / thousands,
      import_memory: alone.memory,
      import_beside: beside.milliseconds / thousands,
      import_small_request: meanwhile / quiet,
    };
  },
});

/** Imports a file into a new account, as the import command does. Returns time and memory. */
const timeImport = job(
  __filename,
  "timeImport",
  ({ url, file, rows, name }: TableOrder & Readonly<Record<"url" | "name", string>>) =>
    withDomain(url, async (domain) => {
      backgroundProcess();
      const account = await newAccount(domain, name, importingPractice);
      const at = { uploadedAt: Date.parse(uploadedAt) as Instant };
      const { result, ...took } = await watched(() => domain.imports.run(account, appointmentFile(file), at));
      if (result.rows_processed !== rows) throw new Error(`the import has ${result.rows_processed} rows`);
      return took;
    }),
);
