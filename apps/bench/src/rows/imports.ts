import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { appointmentFile, backgroundProcess } from "@repute/adapter-files";
import type { Instant } from "@repute/domain";
import { job } from "../children/job.js";
import { runAlone } from "../children/worker.js";
import { importingPractice, uploadedAt, writeAppointments } from "../data/appointment-table.js";
import { newAccount, withDomain } from "../data/with-domain.js";
import { count, mb, ms, row, x } from "../row.js";
import { watched } from "./memory.js";
import { slowestWhile } from "./small-requests.js";
import type { TableOrder } from "./time-parse.js";
import { timeParse } from "./time-parse.js";

/** One import of a large file into a database that a server reads from, as from the command line. */
export const imports = row({
  title: "an import",
  once: true,
  headings: ({ sizes }) => ({
    import_x_parse: x(`rows of an import of ${count(sizes.imported)} a second, relative to csv-parse alone`),
    import_time: ms("the same, time for 1,000 rows", { most: 200 }),
    import_memory: mb("the same, memory more than idle", { most: 150 }),
    import_small_request: x("small request meanwhile, 99th percentile relative to before", { most: 2 }),
  }),
  async measure(stage, { repute, data: { url } }) {
    const { workshop, sizes, loader } = stage;
    const order = { url, file: join(workshop.folder, "appointments.csv"), rows: sizes.imported };
    await writeAppointments(order.file, order.rows);
    const parsing = await loader.run(timeParse, order);
    const quiet = await slowestWhile(stage, repute, () => setTimeout(5_000));
    let found = { milliseconds: NaN, memory: undefined as number | undefined };
    const meanwhile = await slowestWhile(stage, repute, async () => {
      found = await runAlone(workshop, timeImport, order);
    });
    return {
      import_x_parse: parsing / found.milliseconds,
      import_time: found.milliseconds / (order.rows / 1_000),
      import_memory: found.memory,
      import_small_request: meanwhile / quiet,
    };
  },
});

/** Imports a file into an account of its own, as the command does. */
const timeImport = job(__filename, "timeImport", ({ url, file, rows }: TableOrder & { readonly url: string }) =>
  withDomain(url, async (domain) => {
    backgroundProcess();
    const account = await newAccount(domain, "imports", importingPractice);
    const at = { uploadedAt: Date.parse(uploadedAt) as Instant };
    const { result, ...took } = await watched(() => domain.imports.run(account, appointmentFile(file), at));
    if (result.rows_processed !== rows) throw new Error(`the import has ${result.rows_processed} rows`);
    return took;
  }),
);
