import { ceilings } from "./ceilings.js";
import { invalidResponse, ReputeError } from "./repute-error.js";

/** Limits of a response: number of rows and number of bytes. */
export type Allowed = { readonly rows: number; readonly bytes: number };

const newline = 10;

/** Error for a page with too many bytes. `rows` is the number of complete rows before the limit. */
class PageTooLarge extends ReputeError {
  constructor(
    { message, status, code }: ReputeError,
    readonly rows: number,
  ) {
    super(message, { status, code });
  }
}

/**
 * Counts the bytes and lines of a response chunk by chunk.
 * Throws `invalid_response` as soon as a limit is exceeded, so that an endless response cannot exhaust memory.
 */
export function lineMeter(response: Response, { rows, bytes }: Allowed): (piece: Uint8Array) => void {
  let allBytes = 0;
  let lines = 0;
  let unfinished = 0;
  return (piece) => {
    allBytes += piece.length;
    if (allBytes > bytes)
      throw new PageTooLarge(invalidResponse(response, `more than ${bytes} bytes in one page`), lines);
    const last = piece.lastIndexOf(newline);
    unfinished = last === -1 ? unfinished + piece.length : piece.length - last - 1;
    if (unfinished > ceilings.line) throw invalidResponse(response, `a line of more than ${ceilings.line} bytes`);
    if (rows === Infinity) return;
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) lines += 1;
    if (lines > rows) throw invalidResponse(response, `a page with more than the ${rows} requested rows`);
  };
}

/** Returns the number of rows to request after the error `PageTooLarge`. Rethrows other errors. */
export function fewerRows(error: unknown, limit: number): number {
  if (error instanceof PageTooLarge && limit > 1) return Math.max(1, Math.floor(error.rows / 2));
  throw error;
}
