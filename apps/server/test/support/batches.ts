import { randomInt } from "node:crypto";
import { items } from "./http.js";

/** Submissions that are posted together. Their key and phone number are unique to the batch. */
export type Batch = {
  readonly key: string;
  readonly number: string;
  readonly size: number;
  /** Response body, or `undefined` if the batch was not acknowledged. */
  readonly answer: string | undefined;
};

const maxBatchSize = 40;

let made = 0;

/** Makes a batch with a new key and phone number. */
export function newBatch(): Batch {
  made += 1;
  const number = `+1801${2_000_000 + made}`;
  return { key: `batch-${made}`, number, size: randomInt(1, maxBatchSize + 1), answer: undefined };
}

const bodyOf = ({ key, number, size }: Batch) => ({
  submissions: Array.from({ length: size }, (_, index) => ({
    submission_date: "2026-03-02T17:05:00Z",
    scct_parameter: `${key}-${index}`,
    phone_number: number,
    conversion_type: "Online",
    patient_name: "Cal Reed",
  })),
});

/** Posts a batch and returns it with the response. The response is `undefined` after a broken connection or a 503. */
export async function postBatch(baseUrl: string, token: string, batch: Batch): Promise<Batch> {
  const request = fetch(`${baseUrl}/v1/online-submissions/bulk-upload`, {
    method: "POST",
    headers: { "api-token": token, "Content-Type": "application/json", "Idempotency-Key": batch.key },
    body: JSON.stringify(bodyOf(batch)),
  });
  const whole = request.then(async (response) => ({ status: response.status, answer: await response.text() }));
  const { status, answer } = await whole.catch(() => ({ status: undefined, answer: undefined }));
  if (status === 503) return { ...batch, answer: undefined };
  if (answer !== undefined && status !== 201) throw new Error(`a batch was answered ${status}: ${answer}`);
  return { ...batch, answer };
}

/** Returns the number of stored conversions per batch. Only counts conversions modified at or after `since`. */
export async function storedOf(
  baseUrl: string,
  token: string,
  batches: readonly Batch[],
  since: Date,
): Promise<readonly number[]> {
  const counts = new Map<unknown, number>();
  for (const { from_number: number } of await items(
    baseUrl,
    `/v2/conversions?modified_since=${since.toISOString().replace(/\.\d+/, "")}`,
    token,
  )) {
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return batches.map(({ number }) => counts.get(number) ?? 0);
}

/** Posts batches until a batch is not acknowledged. Returns all batches, including the last one. */
export async function postUntilDead(baseUrl: string, token: string, onAnswer: () => void): Promise<Batch[]> {
  const posted: Batch[] = [];
  for (;;) {
    const batch = await postBatch(baseUrl, token, newBatch());
    posted.push(batch);
    if (batch.answer === undefined) return posted;
    onAnswer();
  }
}
