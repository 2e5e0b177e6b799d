import type { Hit, HitVerdict, Report } from '../types.ts';
import { words } from '../words.ts';
import { differenceOf } from './marks.ts';
import { idsIn } from './media-ids.ts';

const { reasons: say } = words;

/**
 * The data that the page of a report shows for comparison. `document`: pictures of a document beside the values that were read. `unread`: pictures of a document that
 * was not analysed, beside the data of the applicant. `faces`: a portrait
 * beside the captured face. `face`: the captured face alone. `paper`: a proof of address beside name and address. `seen`: the face
 * beside the faces of other applicants. `hits`: listed people beside the applicant. `nothing`: no such thing.
 */
export type Basis = 'document' | 'unread' | 'faces' | 'face' | 'paper' | 'seen' | 'hits' | 'nothing';

/** Breakdowns of a document report that no look at its pictures can settle. */
const BEYOND_PICTURES: ReadonlySet<string> = new Set([
  ...['compromised_document', 'police_record', 'issuing_authority', 'chip_authentication'],
  ...['right_to_work', 'share_code_validation'],
]);

/** The data that a reviewer can compare on the page of a report. `shown`: whether every picture of the page could be loaded. */
export function basisOf(report: Report, shown: boolean): Basis {
  const { name, media, about, hits, doubts, portrait, faces } = report;
  if (hits.length > 0) return 'hits';
  if (!shown) return 'nothing';
  const { documents = [], ...captures } = media;
  if (name.startsWith('facial_similarity')) {
    const captured = (faces?.captured.length ?? 0) + idsIn(captures).length > 0;
    const compared = Boolean(faces?.portrait ?? portrait) || idsIn(documents).length > 0;
    return captured ? (compared ? 'faces' : 'face') : 'nothing';
  }
  if (name === 'proof_of_address') return about.files.length > 0 ? 'paper' : 'nothing';
  if (name === 'known_faces') return about.files.length > 1 ? 'seen' : 'nothing';
  const beyond = doubts.some((path) => BEYOND_PICTURES.has(path.split('.')[0] as string));
  if (idsIn(documents).length === 0 || beyond) return 'nothing';
  return Object.keys(report.leaves).length > 0 ? 'document' : 'unread';
}

/** The reasons that are recorded unless the reviewer writes another; null where nothing was compared. */
interface Reasons {
  readonly clear: string | null;
  readonly consider: string | null;
  readonly suspected: string | null;
  readonly marked: string | null;
}

const none: Reasons = { clear: null, consider: null, suspected: null, marked: null };

export function reasonsOf(basis: Basis): Reasons {
  // The reason of a hit goes by the points of the hit: `reasonOfHits`.
  if (basis === 'hits') return { ...none, marked: say.marked };
  return basis === 'nothing' ? none : { ...say.of[basis], suspected: say.suspected, marked: say.marked };
}

type Point = Hit['review'][number];

const isCompared = ({ step, applicant, listed }: Point): boolean =>
  step !== 'list' && applicant.length > 0 && listed.length > 0;

const agrees = ({ applicant, listed }: Point): boolean =>
  applicant.some((one) => listed.some((other) => one.toLowerCase() === other.toLowerCase()));

/** Points that distinguish people with the same name. */
const IDENTIFYING: ReadonlySet<string> = new Set(['birth_date', 'id_number']);

/** The reason of a decision on hits, where the points of each hit bear it out; else null. */
export function reasonOfHits(hits: readonly Hit[], verdict: HitVerdict): string | null {
  if (verdict === 'unsure') return hits.every(({ review }) => review.some(isCompared)) ? say.unsure : null;
  const differences = new Set(hits.map(differenceOf));
  if (verdict === 'false_match') {
    const [difference, ...others] = differences;
    if (difference === undefined || differences.has('other')) return null;
    return others.length > 0 ? say.differs : (say.different[difference] ?? null);
  }
  const identifies = ({ review }: Hit) => review.some((point) => IDENTIFYING.has(point.step) && agrees(point));
  return [...differences].every((one) => one === 'other') && hits.every(identifies) ? say.match : null;
}

/** Sources of data that answer a report. Their reviewers ask by other means, and find no picture on the page. */
const BY_SOURCES: ReadonlySet<string> = new Set([
  ...['identity_enhanced', 'us_driving_licence', 'india_pan', 'phone_verification', 'right_to_work'],
]);

/** Offered reasons, besides the account's own. None claims anything that the page did not show. */
export function offeredReasons({ name }: Report, basis: Basis, hits: readonly Hit[]): string[] {
  const own =
    hits.length > 0 ? [...Object.values(say.different), say.match, say.unsure] : Object.values(reasonsOf(basis));
  const bySources = BY_SOURCES.has(name) ? say.sources : [];
  const byLists = name.startsWith('watchlist') && hits.length === 0 ? say.lists : [];
  return [...new Set([...own.filter((reason) => reason !== null), ...bySources, ...byLists, ...say.always])];
}
