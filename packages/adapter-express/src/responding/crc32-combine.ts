/** CRC-32 as in ISO 3309: the polynomial with its bits reversed, as its register shifts to the right. */
const polynomial = 0xedb88320;
const one = 0x80000000;

/** The product of two polynomials over GF(2), modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  // Without a branch: which bits are set cannot be foreseen, and a processor that guesses wrong takes twice as long.
  for (let bit = 31; bit >= 0; bit -= 1) {
    product ^= shifted & -((a >>> bit) & 1);
    shifted = (shifted >>> 1) ^ (polynomial & -(shifted & 1));
  }
  return product >>> 0;
}

/** x to the power of 1, 2, 4, 8... */
const powers = [0x40000000];
while (powers.length < 60) powers.push(multiply(powers.at(-1) ?? one, powers.at(-1) ?? one));

/** x to the power of eight times so many bytes: what so many zero bytes do to a register. */
function shiftOf(bytes: number): number {
  let shift = one;
  for (let rest = bytes, power = 3; rest > 0; rest = Math.floor(rest / 2), power += 1) {
    if (rest % 2 === 1) shift = multiply(powers[power] ?? one, shift);
  }
  return shift;
}

/** The CRC-32 of two runs of bytes together, from that of each and the length of the second one in bytes. */
export const crc32Combine = (first: number, second: number, length: number): number =>
  (multiply(shiftOf(length), first) ^ second) >>> 0;
