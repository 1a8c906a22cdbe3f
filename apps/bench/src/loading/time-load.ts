import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import { createDomain, noPartners } from "@repute/domain";
import type { Job } from "../children/job.js";
import { textBundle } from "../data/account-bundle.js";
import { catalogLines } from "../data/catalog-lines.js";
import { shuffled } from "../data/random.js";
import { reviewLine } from "../data/review-line.js";

export type LoadOrder = { readonly folder: string; readonly rows: number; readonly inTimeOrder: boolean };

/** Loads a bundle of reviews into a new database, rules included; answers rows a second. */
export const timeLoad: Job<LoadOrder, number> = async ({ folder, rows, inTimeOrder }) => {
  const file = join(folder, "load.db");
  const order = inTimeOrder ? Array.from({ length: rows }, (_, index) => index) : shuffled(rows, 1);
  const lines = [...catalogLines("Practice"), ...order.map((index) => reviewLine(0, rows, index))];
  const source = textBundle(lines.map((line) => JSON.stringify(line)));
  const database = await openDatabase({ url: `sqlite:${file}`, migrate: true });
  try {
    const domain = createDomain({ ...typeormPorts(database), ...noPartners });
    const { id } = await domain.accounts.create({ key: "practice", name: "Practice" });
    const started = performance.now();
    await domain.bundle.load(id, source);
    return (rows * 1_000) / (performance.now() - started);
  } finally {
    await database.close();
    await rm(file, { force: true });
  }
};
