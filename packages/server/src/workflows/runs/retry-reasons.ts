import { leafProperties } from '../../reports/breakdown.ts';
import type { Breakdowns, Result } from '../../reports/outcome.ts';

/** Faults of a picture or file that an applicant may see. A forger learns nothing from them. */
export const retryReasons = [
  'blurred',
  'dark',
  'glare',
  'cut_off',
  'wrong_side',
  'no_document',
  'two_documents',
  'unclear',
  'no_colour',
  'no_back',
  'unsupported',
  'expired',
  'too_old',
  'no_face',
  'face_differs',
] as const;

export type RetryReason = (typeof retryReasons)[number];

/** The step that a fault concerns. */
export type FaultyCapture = 'document' | 'proof' | 'face';

/** A fault of captured media, and the step that repairs it. */
export interface Fault {
  readonly capture: FaultyCapture;
  readonly reason: RetryReason;
}

/** A report, as far as its reasons need it. */
export interface JudgedReport {
  readonly name: string;
  readonly result: Result;
  readonly breakdown: Breakdowns;
}

/** Properties of a flagged leaf that may be disclosed. Any other flagged property hides all reasons. */
const reasonsByProperty: Readonly<Record<string, Readonly<Record<string, RetryReason>>>> = {
  'image_integrity.image_quality': {
    blurred_photo: 'blurred',
    dark_photo: 'dark',
    glare_on_photo: 'glare',
    cut_off_document: 'cut_off',
    incorrect_side: 'wrong_side',
    no_document_in_image: 'no_document',
    two_documents_uploaded: 'two_documents',
    covered_photo: 'unclear',
    damaged_document: 'unclear',
    other_photo_issue: 'unclear',
  },
  'image_integrity.conclusive_document_quality': { missing_back: 'no_back', obscured_data_points: 'unclear' },
};

/** Flagged leaves that may be disclosed without a property, by the capture that they judge. */
const reasonsByLeaf: Readonly<Record<FaultyCapture, Readonly<Record<string, RetryReason>>>> = {
  document: {
    'image_integrity.image_quality': 'unclear',
    'image_integrity.supported_document': 'unsupported',
    'image_integrity.colour_picture': 'no_colour',
    'data_validation.document_expiration': 'expired',
  },
  proof: {
    'image_integrity.image_quality': 'unclear',
    'document_classification.supported_document': 'unsupported',
    'document_classification.valid_document_date': 'too_old',
  },
  face: {
    'image_integrity.face_detected': 'no_face',
    'face_comparison.face_match': 'face_differs',
  },
};

/** Breakdowns that compare data with the applicant's own data. They are not a fault of a capture, and hide none. */
const comparisons: ReadonlySet<string> = new Set(['data_comparison', 'age_validation']);

/** Reports that look at a person as a suspect: when one is flagged, nothing is disclosed. */
const suspicious: ReadonlySet<string> = new Set(['known_faces', 'device_intelligence']);

function captureOf(report: string): FaultyCapture | undefined {
  if (report === 'proof_of_address') return 'proof';
  if (report.startsWith('facial_similarity')) return 'face';
  return report.startsWith('document') || report === 'right_to_work' ? 'document' : undefined;
}

/**
 * The faults of an attempt that the applicant may see, in the order of `retryReasons`. None where any leaf is flagged that
 * suggests forgery, theft or a false presentation: then the applicant learns nothing, whatever else is wrong.
 */
export function tellableFaults(reports: readonly JudgedReport[]): readonly Fault[] {
  const faults: Fault[] = [];
  for (const { name, result, breakdown } of reports) {
    if (suspicious.has(name) && isFlagged(result)) return [];
    const capture = captureOf(name);
    if (!capture) continue;
    for (const [path, leaf, properties] of leafProperties(breakdown)) {
      if (!isFlagged(leaf) || comparisons.has(path.split('.')[0] as string)) continue;
      const reasons = reasonsOf(capture, path, properties);
      if (!reasons) return [];
      faults.push(...reasons.map((reason) => ({ capture, reason })));
    }
  }
  return retryReasons.flatMap((reason) =>
    captures.flatMap((capture) =>
      faults.some((fault) => fault.reason === reason && fault.capture === capture) ? [{ capture, reason }] : [],
    ),
  );
}

const captures = ['document', 'proof', 'face'] as const satisfies readonly FaultyCapture[];

const isFlagged = (result: Result): boolean => result === 'consider' || result === 'unidentified';

/** The reasons of a flagged leaf; undefined where it must not be disclosed. */
function reasonsOf(
  capture: FaultyCapture,
  path: string,
  properties: Readonly<Record<string, unknown>>,
): RetryReason[] | undefined {
  const flagged = Object.keys(properties).filter((key) => properties[key] === 'consider');
  if (flagged.length > 0) {
    const known = reasonsByProperty[path];
    const reasons = flagged.map((key) => (known && Object.hasOwn(known, key) ? known[key] : undefined));
    return reasons.every((reason) => reason !== undefined) ? reasons : undefined;
  }
  const table = reasonsByLeaf[capture];
  return Object.hasOwn(table, path) ? [table[path] as RetryReason] : undefined;
}
