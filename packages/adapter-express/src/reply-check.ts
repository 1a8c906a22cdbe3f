import type { FeedBatch, ListReading } from "@repute/domain";
import type { Validator } from "./reading/validator.js";

/** Throws if a reply violates its schema. The error names the member but not its value. */
export function checkReply(validate: Validator, reply: unknown): void {
  const problems = validate(reply).map(({ pointer, message }) => `${pointer} ${message}`);
  if (problems.length > 0) throw new Error(`the response does not match its schema: ${problems.join("; ")}`);
}

/** Wraps a list so that each batch is checked against the schema before it is sent. */
export const checkedList = (
  validate: Validator,
  // Disable compressed batches, because they cannot be checked.
  { packedBy: _, ...reading }: ListReading,
): ListReading => ({
  ...reading,
  read: (...requested) => checkedBatches(validate, reading, requested),
});

async function* checkedBatches(
  validate: Validator,
  { opening = '{"items":[', read }: ListReading,
  requested: Parameters<ListReading["read"]>,
): AsyncGenerator<FeedBatch, void> {
  for await (const batch of read(...requested)) {
    const text = `${opening}${Buffer.from(batch.json).toString().replaceAll("\n", ",")}]}`;
    checkReply(validate, JSON.parse(text));
    yield batch;
  }
}
