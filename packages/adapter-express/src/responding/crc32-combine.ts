/** CRC-32 polynomial (ISO 3309) with reversed bits, for a register that shifts right. */
const polynomial = 0xedb88320;
const one = 0x80000000;

/** Multiplies two polynomials over GF(2) modulo the CRC-32 polynomial. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  // Avoid a branch: the bits are random, so wrong branch predictions would double the time.
  for (let bit = 31; bit >= 0; bit -= 1) {
    product ^= shifted & -((a >>> bit) & 1);
    shifted = (shifted >>> 1) ^ (polynomial & -(shifted & 1));
  }
  return product >>> 0;
}

/** Powers of the polynomial x with exponents 1, 2, 4, 8 and so on. */
const powers = [0x40000000];
while (powers.length < 60) powers.push(multiply(powers.at(-1) ?? one, powers.at(-1) ?? one));

/**
 * Returns x to the power of 8 × `bytes`.
 * Multiplying a CRC by it has the same effect as appending `bytes` zero bytes.
 */
function shiftOf(bytes: number): number {
  let shift = one;
  for (let rest = bytes, power = 3; rest > 0; rest = Math.floor(rest / 2), power += 1) {
    if (rest % 2 === 1) shift = multiply(powers[power] ?? one, shift);
  }
  return shift;
}

/** Returns the CRC-32 of two concatenated byte sequences. `length` is the length of the second sequence in bytes. */
export const crc32Combine = (first: number, second: number, length: number): number =>
  (multiply(shiftOf(length), first) ^ second) >>> 0;
