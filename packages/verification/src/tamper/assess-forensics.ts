import type { Forensic, Forensics, Regions } from './forensics.ts';

/** One measure: it names its findings, and gives none for parts that the picture doesn't show. */
type Measure = (bytes: Uint8Array, regions: Regions) => Promise<readonly Forensic[]>;

const MEASURES: readonly Measure[] = [];

/**
 * Measures whether the pixels of a document's parts were changed. Every finding says whether this very picture allows the
 * measure. Throws `UnreadableImage` or `DecodeTimeout` for bytes that can't be decoded.
 */
export async function assessForensics(bytes: Uint8Array, regions: Regions): Promise<Forensics> {
  const findings: Forensic[] = [];
  for (const measure of MEASURES) findings.push(...(await measure(bytes, regions)));
  return { findings, heat: null };
}
