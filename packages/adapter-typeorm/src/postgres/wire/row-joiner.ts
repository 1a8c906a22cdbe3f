/** Rows joined with a separator. */
export type Joined = { readonly count: number; readonly json: Buffer };

const firstSize = 262_144;
const maxBytes = 1_048_576;

type Emit = (joined: Joined) => void;

/** Emits each row separately. Each emitted buffer contains only one row. */
export const rowByRow = (emit: Emit) => ({
  cut: () => {},
  add(buffer: Buffer, start: number, end: number, isApart: boolean): void {
    emit({ count: 1, json: isApart ? buffer.subarray(start, end) : copyOf(buffer, start, end) });
  },
});

function copyOf(buffer: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(end - start);
  buffer.copy(copy, 0, start, end);
  return copy;
}

/** Joins the bytes of rows with a separator, up to one megabyte per emitted buffer. A single row may be longer. */
export function rowJoiner(separator: string, emit: Emit) {
  const between = separator.charCodeAt(0);
  let size = firstSize;
  let target = Buffer.allocUnsafe(0);
  let used = 0;
  let count = 0;

  function cut(): void {
    if (count === 0) return;
    const joined = { count, json: target.subarray(0, used) };
    target = Buffer.allocUnsafe(0);
    used = 0;
    count = 0;
    size = maxBytes;
    emit(joined);
  }

  return {
    cut,
    add(buffer: Buffer, start: number, end: number): void {
      const length = end - start + 1;
      if (used + length > target.length) {
        cut();
        target = Buffer.allocUnsafeSlow(Math.max(size, length));
      }
      if (count > 0) target[used++] = between;
      used += buffer.copy(target, used, start, end);
      count += 1;
    },
  };
}
