import type { Finding, Forensic, Part, ReadableSide } from '@bonafide/verification';

/** A finding on pixels: one without `able` can be made on every picture. */
type Measured = Finding & Partial<Pick<Forensic, 'able' | 'part'>>;

const isAble = ({ able }: Measured) => able !== false;

/** Tests whether a side shows the part. */
const SHOWS: Readonly<Record<Part, (side: ReadableSide) => boolean>> = {
  zone: ({ regions }) => regions.zone.length > 0,
  print: ({ printed, page }) => Object.keys(printed).length > 0 && page.lines.length > 0,
  portrait: ({ regions }) => regions.portrait !== null,
  ghost: ({ regions }) => regions.ghosts.length > 0,
  whole: () => true,
};

/**
 * The findings that confirm that no pixels of a part were changed, one for each side that shows it; null where a side has none
 * that its picture allowed, or one that failed, or where no side shows the part.
 */
export function unchanged(sides: readonly ReadableSide[], part: Part): Forensic[] | null {
  const showing = sides.filter(SHOWS[part]);
  const found = showing.map(({ forensics }) => passing(forensics.findings.filter((finding) => finding.part === part)));
  return found.length > 0 && found.every((finding) => finding !== null) ? found : null;
}

/**
 * Measures that count only if another measure passes too. A part that was changed and then saved twice went through the earlier
 * compression as a whole, so it passes them. `npm run eval -- --only forensics` prints the changed parts that pass.
 */
const NEVER_ALONE: ReadonlySet<string> = new Set(['jpeg_history']);

/** The finding that passed by the least; null if no measure was possible, one failed, or only measures of `NEVER_ALONE` passed. */
function passing<One extends Measured>(findings: readonly One[]): One | null {
  const able = findings.filter(isAble);
  if (able.every(({ name }) => NEVER_ALONE.has(name)) || able.some(({ result }) => result === 'fail')) return null;
  return able.reduce((a, b) => (margin(b) < margin(a) ? b : a));
}

const margin = ({ measure, threshold }: Finding) => Math.abs(measure - threshold) / Math.max(1e-9, Math.abs(threshold));

/** Names of findings on whole pictures. */
interface Names {
  /** Must have been made on every side that shows the holder, and passed. */
  readonly needed: readonly string[];
  /** Count where they were made. */
  readonly more: readonly string[];
}

/**
 * The findings on whole pictures that passed, the least clear one of each side that shows the holder; null where one is missing,
 * could not be made there, or failed on any side.
 */
export function passed(sides: readonly ReadableSide[], { needed, more }: Names): Measured[] | null {
  const readings = sides.map((side) => {
    const all: readonly Measured[] = [...side.origin, ...side.quality, ...side.forensics.findings];
    return { side, able: all.filter((finding) => [...needed, ...more].includes(finding.name) && isAble(finding)) };
  });
  if (readings.some(({ able }) => able.some(({ result }) => result === 'fail'))) return null;
  const holding = readings.filter(({ side }) => side.portrait || Object.keys(side.printed).length > 0);
  const counted = holding.length > 0 ? holding : readings;
  const complete = counted.every(({ able }) => needed.every((name) => able.some((finding) => finding.name === name)));
  return complete && counted.length > 0 ? counted.flatMap(({ able }) => passing(able) ?? []) : null;
}

/** The strongest sign of a change in one of the parts, of a measure that the picture allowed; null where none does. */
export function changed(sides: readonly ReadableSide[], parts: readonly Part[]): Forensic | null {
  const failed = sides
    .flatMap(({ forensics }) => forensics.findings)
    .filter((finding) => parts.includes(finding.part) && isAble(finding) && finding.result === 'fail');
  return failed.length > 0 ? failed.reduce((a, b) => (margin(b) > margin(a) ? b : a)) : null;
}
