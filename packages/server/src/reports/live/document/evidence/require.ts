import type { LeafFinding, LeafFindings } from '../../../outcome.ts';
import { clear, doubtful, unassessed } from '../../assessment.ts';
import { UNCONFIRMED } from '../../missing-evidence.ts';
import { WORDS } from '../reading.ts';
import type { Evidence, EvidenceFound, Required, SourceFound } from './evidence.ts';
import { FORGERY_WORDS } from './forgery.ts';
import { FIELDS } from './places.ts';
import { SOURCES_OF_EVIDENCE } from './table.ts';
import { acceptedOf, acceptsOf, isSigned } from './validity.ts';

/**
 * Leaves that are clear, or were not assessed, become doubts where no source that the account accepts confirms the absence of
 * each forgery that they answer for. Where all are confirmed, a leaf that nothing else assessed becomes clear. Leaves that are
 * flagged or in doubt stay as they are. Beside a leaf that is flagged, what nothing confirms is not assessed: a report that is
 * `consider` for another reason claims nothing that evidence is missing for, and no reviewer is asked, unless one overrules
 * what is flagged: see `settle`.
 *
 * Doubts that rest on pixels or unread print are doubts no longer where the issuer signed data and portrait.
 */
export function requireEvidence(leaves: LeafFindings, evidence: Evidence, required: Required): LeafFindings {
  const accepts = acceptsOf(required, evidence);
  const signed = isSigned(evidence);
  const flagged = Object.values(leaves).some(isFlagged);
  const entries = Object.entries(leaves).map(([path, finding]): [string, LeafFinding] => {
    const rows = evidence.found.flatMap((row): Row[] => {
      const acceptance = accepts[row.forgery];
      return row.leaf === path && acceptance ? [{ ...row, accepted: acceptedOf(row, acceptance) }] : [];
    });
    const weighed = signed && finding.ofPicture ? outweighed(finding) : finding;
    return [path, rows.length > 0 ? judged(weighed, rows, flagged) : weighed];
  });
  return Object.fromEntries(entries);
}

/** A row of the evidence, with the sources that the account accepts. */
interface Row extends EvidenceFound {
  readonly accepted: readonly SourceFound[];
}

const isFlagged = ({ result }: LeafFinding) => result !== null && result !== 'clear';

/** A doubt that what the issuer signed outweighs. The reason stays for the reviewer. */
const outweighed = ({ reason, doubt: _, ...finding }: LeafFinding): LeafFinding =>
  unassessed(`Data and portrait that the issuer signed outweigh this finding: ${reason}`, withoutResult(finding));

function judged(finding: LeafFinding, rows: readonly Row[], flagged: boolean): LeafFinding {
  if (finding.doubt || isFlagged(finding)) return finding;
  const missing = rows.filter(({ accepted }) => accepted.length === 0);
  const { reason, ...more } = finding;
  if (missing.length > 0) {
    const forgeries = missing.map(forgeryOf).join(', or that ');
    const missed = `${UNCONFIRMED} ${forgeries}. ${reason}`;
    return flagged
      ? unassessed(missed, { ...withoutResult(more), unconfirmed: true })
      : doubtful(missed, withoutResult(more));
  }
  // A finding that was outweighed stays in words.
  if (finding.result === 'clear' || finding.ofPicture) return finding;
  const confirmed = rows.map(({ accepted }) => accepted[0]!);
  const [first] = confirmed;
  const words = confirmed.map(({ source }) => SOURCES_OF_EVIDENCE[source].words);
  return clear(`Confirmed by ${[...new Set(words)].join(' and by ')}`, {
    ...(first?.measure !== undefined && { measure: first.measure, threshold: first.threshold }),
    ...(more.properties && { properties: more.properties }),
  });
}

const withoutResult = ({ result: _, ...rest }: Omit<LeafFinding, 'reason'>) => rest;

/** Words for missing evidence, with the leaf's own words where each datum has its own leaf. */
function forgeryOf({ forgery, leaf }: EvidenceFound): string {
  const field = FIELDS[leaf];
  return field ? FORGERY_WORDS[forgery].replace('the value', `the ${WORDS[field]}`) : FORGERY_WORDS[forgery];
}
