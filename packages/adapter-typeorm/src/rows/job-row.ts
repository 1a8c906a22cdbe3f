import type { Instant, JobName } from "@repute/domain";
import { EntitySchema } from "typeorm";
import { integer, key, text } from "./columns.js";

type JobRow = {
  readonly name: JobName;
  readonly holder: string;
  /** The beginning of time when nobody holds it. */
  readonly until: Instant;
  readonly lastRun: Instant;
};

export const jobSchema = new EntitySchema<JobRow>({
  name: "job",
  tableName: "jobs",
  columns: { name: key(text("name")), holder: text("holder"), until: integer("until"), lastRun: integer("last_run") },
});
