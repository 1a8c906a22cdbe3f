import { type AccountId, type BundleSource, createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { openDatabase } from "../src/open-database.js";

/** Test process that loads one record per transaction: either calls, or appointments that match the calls. */
async function main([
  url = "",
  migrationUrl = "",
  account = "",
  kind = "",
  count = "",
]: readonly string[]): Promise<void> {
  const database = await openDatabase({ url, migrationUrl, patience: 30_000 });
  const { bundle } = createDomain({ ...memoryPorts(), storage: database.storage });
  process.stdout.write("ready\n");
  // Wait for input, so that both processes begin at the same time.
  for await (const _ of process.stdin) break;
  for (let id = 1; id <= Number(count); id += 1) {
    await bundle.load(Number(account) as AccountId, bundleOf(kind === "call" ? call(id) : appointment(id)));
  }
  await database.close();
}

const bundleOf = (value: object): BundleSource => ({
  async *read() {
    yield [{ line: 1, value }];
  },
});

const phone = (id: number) => `+1801555${String(1_000 + id)}`;

const call = (id: number) => ({
  ...{ kind: "call", id, called_at: "2026-03-02T16:00:00Z", from_number: phone(id), tracking_number: "0100" },
});

const appointment = (id: number) => ({ kind: "appointment", id, appointment_at: "2026-03-05", phone: phone(id) });

void main(process.argv.slice(2));
