import type { FeedBatch, ListReading } from "@repute/domain";
import type { Validator } from "./reading/validator.js";

/** Says where a reply is not what its schema promises, without saying what was there instead. */
export function checkReply(validate: Validator, reply: unknown): void {
  const problems = validate(reply).map(({ pointer, message }) => `${pointer} ${message}`);
  if (problems.length > 0) throw new Error(`the response does not match its schema: ${problems.join("; ")}`);
}

/** The same list, each batch of it checked before it is handed on. */
export const checkedList = (
  validate: Validator,
  // What is packed could not be looked at.
  { packedBy: _, ...reading }: ListReading,
): ListReading => ({
  ...reading,
  read: (...asked) => checkedBatches(validate, reading, asked),
});

async function* checkedBatches(
  validate: Validator,
  { opening = '{"items":[', read }: ListReading,
  asked: Parameters<ListReading["read"]>,
): AsyncGenerator<FeedBatch, void> {
  for await (const batch of read(...asked)) {
    const text = `${opening}${Buffer.from(batch.json).toString().replaceAll("\n", ",")}]}`;
    checkReply(validate, JSON.parse(text));
    yield batch;
  }
}
