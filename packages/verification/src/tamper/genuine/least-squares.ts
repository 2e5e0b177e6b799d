/**
 * Residuals of values after a sum of terms explains what it can: linear least squares by the normal equations (C. F. Gauss,
 * 1809), solved by elimination with pivots. Redundant terms share what they explain.
 * @param terms of each value, all of one length
 */
export function residuals(terms: readonly (readonly number[])[], values: readonly number[]): number[] {
  const count = terms[0]?.length ?? 0;
  const rows = Array.from({ length: count }, () => new Array<number>(count + 1).fill(0));
  for (const [k, term] of terms.entries()) {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) rows[i]![j]! += term[i]! * term[j]!;
      rows[i]![count]! += term[i]! * values[k]!;
    }
  }
  // A little on the diagonal, so that equal terms don't divide by 0.
  for (let i = 0; i < count; i++) rows[i]![i]! += 1e-9 * terms.length;
  const weights = solved(rows);
  return terms.map((term, k) => values[k]! - term.reduce((sum, value, i) => sum + value * weights[i]!, 0));
}

function solved(rows: number[][]): number[] {
  const count = rows.length;
  for (let i = 0; i < count; i++) {
    let pivot = i;
    for (let r = i + 1; r < count; r++) if (Math.abs(rows[r]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let r = i + 1; r < count; r++) {
      const factor = rows[r]![i]! / rows[i]![i]!;
      for (let c = i; c <= count; c++) rows[r]![c]! -= factor * rows[i]![c]!;
    }
  }
  const weights = new Array<number>(count).fill(0);
  for (let i = count - 1; i >= 0; i--) {
    let sum = rows[i]![count]!;
    for (let c = i + 1; c < count; c++) sum -= rows[i]![c]! * weights[c]!;
    weights[i] = sum / rows[i]![i]!;
  }
  return weights;
}
