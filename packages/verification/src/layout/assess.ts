import type { Forensic } from '../tamper/forensics.ts';
import { type LayoutMatch, matchLayout } from './compare.ts';
import type { Layout, LayoutPart } from './layout.ts';
import type { SeenLayout } from './seen.ts';
import { LAYOUTS } from './versions/index.ts';

/** Parts that must be compared for a document to be held against its layout. */
const LEAST_PARTS = 2;

const NAMES: Readonly<Record<LayoutPart, string>> = {
  portrait: 'portrait',
  zone: 'MRZ',
  documentNumber: 'document number',
  dateOfBirth: 'date of birth',
  dateOfExpiry: 'date of expiry',
};

/**
 * Checks whether the parts of a document are where its version has them (`layout`); possible only if the version is known and
 * recognised by its fixed print. The measure is the deviation of the worst part, in its tolerances.
 * @param known the type and issuer by the document's own MRZ, barcode or words
 */
export function assessLayout(
  seen: SeenLayout,
  known: { readonly documentType: string | null; readonly issuingCountry: string | null },
  layouts: readonly Layout[] = LAYOUTS,
): Forensic {
  const own = layouts.filter(
    (layout) => layout.documentType === known.documentType && layout.country === known.issuingCountry,
  );
  const match = matchLayout(seen, own);
  const able = match !== undefined && match.parts.length >= LEAST_PARTS;
  const worst = match?.parts.reduce((a, b) => (b.off > a.off ? b : a), {
    part: 'zone',
    off: 0,
  } as LayoutMatch['parts'][number]);
  const measure = able ? worst!.off : 0;
  return {
    name: 'layout',
    part: 'whole',
    able,
    place: null,
    measure,
    threshold: 1,
    result: measure > 1 ? 'fail' : 'pass',
    reason: reasonOf(match, able, worst),
  };
}

function reasonOf(
  match: LayoutMatch | undefined,
  able: boolean,
  worst: LayoutMatch['parts'][number] | undefined,
): string {
  if (!match || !worst) return 'No reference layout exists for this version of the document';
  const { layout, anchors, parts } = match;
  const version = `${layout.version} (recognised by ${anchors} of ${layout.anchors.length} fixed lines)`;
  if (!able) return `The document is a ${version}, but too few of its parts were read to compare the layout`;
  const measured = `measured ${worst.off.toFixed(1)} tolerances off, maximum 1`;
  return worst.off > 1
    ? `Layout match: low (${measured}). The ${NAMES[worst.part]} is not in its place for a ${version}`
    : `Layout match: high (${measured}). All ${parts.length} parts are in their places for a ${version}`;
}
