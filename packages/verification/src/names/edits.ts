/** Rows of the table of costs, used again by every call. */
let [before, row, next] = rowsOf(64);

/** Letters of the two words of the call, likewise. */
let [lettersOfA, lettersOfB] = [new Uint8Array(64), new Uint8Array(64)];

/**
 * Least number of insertions, deletions, substitutions and exchanges of neighbours that make one word of the other, no
 * letter edited twice (optimal string alignment; L. Boytsov, "Indexing methods for approximate dictionary searching",
 * 2011).
 *
 * @param a letters a to z and digits, as `b`
 * @param most where more are needed, `most + 1` is returned at once
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  lettersOfA = copied(a, lettersOfA);
  lettersOfB = copied(b, lettersOfB);
  return editsBetweenLetters(lettersOfA, 0, a.length, lettersOfB, 0, b.length, most);
}

/**
 * `editsBetween` of two words that are ranges of bytes, for the letters of an index: no text is made of them. Letters
 * that both words begin or end with need no edit, so only what is between them is compared.
 */
export function editsBetweenLetters(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
  most: number,
): number {
  if (Math.abs(aEnd - aStart - (bEnd - bStart)) > most) return most + 1;
  let [fromA, toA, fromB, toB] = [aStart, aEnd, bStart, bEnd];
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) {
    fromA++;
    fromB++;
  }
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) {
    toA--;
    toB--;
  }
  const [m, n] = [toA - fromA, toB - fromB];
  if (m === 0 || n === 0) return Math.min(m + n, most + 1);
  if (most === 0) return 1;
  if (n >= row.length) [before, row, next] = rowsOf(2 * n);
  for (let j = 0; j <= n; j++) row[j] = j;
  for (let i = 1; i <= m; i++) {
    const letter = a[fromA + i - 1]!;
    const last = i > 1 ? a[fromA + i - 2]! : -1;
    next[0] = i;
    let least = i;
    for (let j = 1; j <= n; j++) {
      const other = b[fromB + j - 1]!;
      let cost = row[j - 1]! + (letter === other ? 0 : 1);
      if (row[j]! + 1 < cost) cost = row[j]! + 1;
      if (next[j - 1]! + 1 < cost) cost = next[j - 1]! + 1;
      if (j > 1 && last === other && letter === b[fromB + j - 2] && before[j - 2]! + 1 < cost) {
        cost = before[j - 2]! + 1;
      }
      next[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, row, next] = [row, next, before];
  }
  return Math.min(row[n]!, most + 1);
}

function copied(text: string, into: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const letters = text.length <= into.length ? into : new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++) letters[i] = text.charCodeAt(i);
  return letters;
}

function rowsOf(length: number): [Uint16Array<ArrayBuffer>, Uint16Array<ArrayBuffer>, Uint16Array<ArrayBuffer>] {
  return [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)];
}
