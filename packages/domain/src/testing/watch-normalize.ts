/**
 * Records the length of the longest string that is passed to `String.prototype.normalize`.
 * Tests check this length because `normalize` takes quadratic time for some strings.
 * `stop` ends the recording.
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
