/**
 * Area under the ROC curve: how often a changed part has a higher value than a sound one, equal values counting half (J. A.
 * Hanley and B. J. McNeil, 1982). Not a number where one of both is missing.
 */
export function aucOf(sound: readonly number[], changed: readonly number[]): number {
  let above = 0;
  for (const one of changed) for (const other of sound) above += one > other ? 1 : one === other ? 0.5 : 0;
  return above / (sound.length * changed.length);
}
