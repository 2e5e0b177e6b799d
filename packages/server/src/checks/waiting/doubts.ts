import { lacksEvidence } from '../../reports/live/missing-evidence.ts';
import type { LeafFinding } from '../../reports/outcome.ts';
import { openDoubts, settledAssessment } from '../../reports/records/decision.ts';
import type { Report } from '../../reports/records/report.ts';

/**
 * Kinds of doubt, the gravest first. `failed`: the analysis failed. `forgery`: the document may be forged. `person`: the face may be
 * another person's, or no living person's. `lists`: hits on lists. `data`: values that were read, given and found elsewhere differ.
 * `picture`: the picture is hard to see. `other`: any other finding. `unconfirmed`: no finding, but evidence is missing. `unanalysed`:
 * nothing was analysed.
 */
export const doubtKinds = [
  ...(['failed', 'forgery', 'person', 'lists', 'data', 'picture', 'other', 'unconfirmed', 'unanalysed'] as const),
] as const;
export type DoubtKind = (typeof doubtKinds)[number];

/** The kind of each breakdown. A leaf of another kind than its breakdown has its own row before the breakdown. */
const kindOf: Readonly<Record<string, DoubtKind>> = {
  'image_integrity.colour_picture': 'forgery',
  'image_integrity.source_integrity': 'forgery',
  image_integrity: 'picture',
  image_quality: 'picture',
  document_classification: 'picture',
  visual_authenticity: 'forgery',
  document_authenticity: 'forgery',
  compromised_document: 'forgery',
  police_record: 'forgery',
  chip_authentication: 'forgery',
  data_comparison: 'data',
  data_consistency: 'data',
  data_validation: 'data',
  age_validation: 'data',
  issuing_authority: 'data',
  address: 'data',
  date_of_birth: 'data',
  mortality: 'data',
  document: 'data',
  national_id_number: 'data',
  personal: 'data',
  phone_number: 'data',
  right_to_work: 'data',
  share_code_validation: 'data',
  sources: 'unconfirmed',
  ssn: 'data',
  ssn1: 'data',
  face_comparison: 'person',
  previously_seen_faces: 'person',
  sanction: 'lists',
  politically_exposed_person: 'lists',
  monitored_lists: 'lists',
  legal_and_regulatory_warnings: 'lists',
  adverse_media: 'lists',
  blocklist: 'lists',
};

/** Leaves that come first among the leaves of their kind, the gravest first. */
const GRAVEST = [
  'visual_authenticity.picture_face_integrity',
  'visual_authenticity.digital_tampering',
  'visual_authenticity.original_document_present',
];

/** Something that a reviewer looks at: a leaf in doubt, or a leaf that is flagged already. */
export interface Concern {
  /** Path of the leaf. */
  readonly path: string;
  readonly kind: DoubtKind;
  /** True if the leaf waits for a decision. */
  readonly doubt: boolean;
}

/** The kind of a leaf in doubt. */
export function kindOfLeaf(name: Report['name'], path: string, finding?: Pick<LeafFinding, 'reason'>): DoubtKind {
  if (finding && lacksEvidence(finding)) return 'unconfirmed';
  const breakdown = path.split('.')[0] as string;
  // The authenticity of a face, and the source of its picture, are about a living person, not about a document.
  const ofSource = path === 'image_integrity.source_integrity';
  if ((breakdown === 'visual_authenticity' || ofSource) && name.startsWith('facial_similarity')) return 'person';
  return kindOf[path] ?? kindOf[breakdown] ?? 'other';
}

type Weighed = Pick<Report, 'name' | 'status' | 'assessment' | 'decisions'>;

const rank = (list: readonly string[], value: string): number =>
  list.includes(value) ? list.indexOf(value) : list.length;

/**
 * The leaves that a reviewer looks at, the gravest first: findings by their kind, then leaves for which evidence is missing. Among leaves
 * of one kind, those that wait for a decision come first.
 */
export function concernsOf(report: Weighed): Concern[] {
  const leaves = settledAssessment(report)?.leaves ?? {};
  const open = new Set(openDoubts(report));
  const found = Object.entries(leaves).flatMap(([path, finding]): Concern[] => {
    const doubt = open.has(path);
    const flagged = finding.result === 'consider' || finding.result === 'unidentified';
    return doubt || flagged ? [{ path, kind: kindOfLeaf(report.name, path, finding), doubt }] : [];
  });
  return found.toSorted(
    (a, b) =>
      rank(doubtKinds, a.kind) - rank(doubtKinds, b.kind) ||
      Number(b.doubt) - Number(a.doubt) ||
      rank(GRAVEST, a.path) - rank(GRAVEST, b.path),
  );
}

/** Paths of the leaves that wait for a reviewer, the gravest first. */
export const rankedDoubts = (report: Weighed): string[] =>
  concernsOf(report)
    .filter(({ doubt }) => doubt)
    .map(({ path }) => path);

/** The kind under which the queue files a report, by its gravest finding. */
export function doubtOf(report: Weighed & Pick<Report, 'failure' | 'portrait_changed'>): DoubtKind {
  if (report.failure !== undefined) return 'failed';
  const [gravest] = concernsOf(report);
  return gravest?.kind ?? (report.portrait_changed && report.assessment ? 'person' : 'unanalysed');
}
