import type { EvidenceMode } from '../../../../context/decision-settings.ts';
import type { LeafFinding, LeafFindings } from '../../../outcome.ts';
import { clear, doubtful, UNCONFIRMED, unassessed } from '../../assessment.ts';
import { WORDS } from '../reading.ts';
import type { Evidence, EvidenceFound } from './evidence.ts';
import { ACCEPTED, FORGERY_WORDS, type Grade } from './forgery.ts';
import { FIELDS } from './places.ts';
import { SOURCES_OF_EVIDENCE } from './table.ts';

/**
 * Leaves that are clear, or were not assessed, become doubts where no source that the account accepts confirms the absence of
 * each forgery that they answer for. Where all are confirmed, a leaf that nothing else assessed becomes clear. Leaves that are
 * flagged or in doubt stay as they are. Beside a leaf that is flagged, what nothing confirms is not assessed: a report that is
 * `consider` for another reason claims nothing that evidence is missing for, and no reviewer is asked, unless one overrules
 * what is flagged: see `settle`.
 */
export function requireEvidence(leaves: LeafFindings, { found }: Evidence, mode: EvidenceMode): LeafFindings {
  if (mode === 'off') return leaves;
  const flagged = Object.values(leaves).some(isFlagged);
  const entries = Object.entries(leaves).map(([path, finding]): [string, LeafFinding] => {
    const rows = found.filter(({ leaf }) => leaf === path);
    return [path, rows.length > 0 ? judged(finding, rows, { accepted: ACCEPTED[mode], flagged }) : finding];
  });
  return Object.fromEntries(entries);
}

const isFlagged = ({ result }: LeafFinding) => result !== null && result !== 'clear';

function judged(
  finding: LeafFinding,
  rows: readonly EvidenceFound[],
  { accepted, flagged }: { accepted: readonly Grade[]; flagged: boolean },
): LeafFinding {
  if (finding.doubt || isFlagged(finding)) return finding;
  const confirmed = rows.map(({ confirmed_by }) => confirmed_by.find(({ grade }) => accepted.includes(grade)));
  const missing = rows.filter((_, i) => confirmed[i] === undefined);
  const { reason, ...more } = finding;
  if (missing.length > 0) {
    const forgeries = missing.map(forgeryOf).join(', or that ');
    const missed = `${UNCONFIRMED} ${forgeries}. ${reason}`;
    return flagged
      ? unassessed(missed, { ...withoutResult(more), unconfirmed: true })
      : doubtful(missed, withoutResult(more));
  }
  if (finding.result === 'clear') return finding;
  const [first] = confirmed;
  const words = confirmed.map((evidence) => SOURCES_OF_EVIDENCE[evidence!.source].words);
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
