/**
 * The levels at some places of a picture whose pixels stand in the order of their levels, the darkest first. Counts the pixels,
 * which takes a fraction of the time that sorting takes.
 *
 * @param places 0 to one less than the pixels
 */
export function levelsAt(data: Uint8Array, places: readonly number[]): number[] {
  const counts = new Uint32Array(256);
  for (let i = 0; i < data.length; i++) counts[data[i]!]!++;
  return places.map((place) => {
    let level = 0;
    for (let below = counts[0]!; below <= place && level < 255; ) below += counts[++level]!;
    return level;
  });
}
