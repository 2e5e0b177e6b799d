/** Rows of the table of costs, used again by every call. */
let [before, row, next] = rowsOf(64);

/**
 * Least number of insertions, deletions, substitutions and exchanges of neighbours that make one word of the other, no
 * letter edited twice (optimal string alignment; L. Boytsov, "Indexing methods for approximate dictionary searching",
 * 2011).
 *
 * @param most where more are needed, `most + 1` is returned at once
 */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  if (b.length >= row.length) [before, row, next] = rowsOf(2 * b.length);
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    next[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const equal = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (equal ? 0 : 1));
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      next[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, row, next] = [row, next, before];
  }
  return Math.min(row[b.length]!, most + 1);
}

function rowsOf(length: number): [Uint16Array<ArrayBuffer>, Uint16Array<ArrayBuffer>, Uint16Array<ArrayBuffer>] {
  return [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)];
}
