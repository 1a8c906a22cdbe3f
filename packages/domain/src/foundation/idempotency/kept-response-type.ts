import type { RecordType } from "../records/record-type.js";

/** Declares the kept responses to requests with an idempotency key. */
export const keptResponseType: RecordType<unknown, unknown, unknown, "kept_response"> = { kind: "kept_response" };
