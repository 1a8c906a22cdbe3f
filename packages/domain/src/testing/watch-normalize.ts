/**
 * Records the longest string that is passed to `String.prototype.normalize`, which takes quadratic time. `stop` ends
 * the recording.
 */
export function watchNormalize() {
  const { normalize } = String.prototype;
  let longest = 0;
  String.prototype.normalize = function (this: string, form?: string) {
    longest = Math.max(longest, this.length);
    return normalize.call(this, form);
  };
  return {
    longest: () => longest,
    stop: () => void (String.prototype.normalize = normalize),
  };
}
