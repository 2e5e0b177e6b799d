import { expect, it } from 'vitest';
import { documentTree } from '../../reports/document.ts';
import type { Result } from '../../reports/outcome.ts';
import { type JudgedReport, tellableFaults } from './retry-reasons.ts';

type Leaves = Readonly<Record<string, Readonly<Record<string, string>> | null>>;

/** A report with these leaves flagged, each with its properties. */
function report(name: string, leaves: Leaves, result: Result = 'consider'): JudgedReport {
  const breakdown: Record<string, { result: Result; breakdown?: Record<string, object> }> = {};
  for (const [path, properties] of Object.entries(leaves)) {
    const [group, leaf] = path.split('.') as [string, string?];
    const above = breakdown[group] ?? { result: 'consider' };
    breakdown[group] = above;
    if (leaf) {
      const flagged = { result: 'consider', ...(properties && { properties }) };
      above.breakdown = { ...above.breakdown, [leaf]: flagged };
    }
  }
  return { name, result, breakdown: breakdown as JudgedReport['breakdown'] };
}

const disclosed = (...reports: JudgedReport[]) =>
  tellableFaults(reports).map(({ capture, reason }) => `${capture} ${reason}`);

it('discloses every fault of the pictures, once each', () => {
  const blurred = { blurred_photo: 'consider', glare_on_photo: 'consider', dark_photo: 'clear' };
  expect(
    disclosed(
      report('document', { 'image_integrity.image_quality': blurred, 'data_validation.document_expiration': null }),
      report('document_video', { 'image_integrity.image_quality': { blurred_photo: 'consider' } }),
      report('facial_similarity_motion', { 'image_integrity.face_detected': null }),
      report('proof_of_address', {
        'image_integrity.image_quality': null,
        'document_classification.valid_document_date': null,
      }),
    ),
  ).toEqual([
    ...['document blurred', 'document glare', 'proof unclear', 'document expired', 'proof too_old', 'face no_face'],
  ]);
});

it('discloses only leaves about the picture, the kind and the expiry of a document', () => {
  const paths = Object.entries(documentTree).flatMap(([group, leaves]: [string, readonly string[]]) =>
    leaves.length === 0 ? [group] : leaves.map((leaf) => `${group}.${leaf}`),
  );
  const tellable = paths.filter((path) => disclosed(report('document', { [path]: null })).length > 0);
  expect(tellable).toEqual([
    'data_validation.document_expiration',
    'image_integrity.image_quality',
    'image_integrity.supported_document',
    'image_integrity.colour_picture',
  ]);
});

it('discloses nothing beside a sign of forgery, whichever report has it', () => {
  const face = report('facial_similarity_photo', { 'image_integrity.face_detected': null });
  expect(disclosed(face)).toEqual(['face no_face']);
  for (const doubtful of [
    report('document', { 'visual_authenticity.fonts': null }),
    report('document', { police_record: null }),
    report('document', { 'compromised_document.document_database': null }),
    report('document', { 'issuing_authority.nfc_passive_authentication': null }),
    report('document', { 'image_integrity.image_quality': { blurred_photo: 'consider', a_new_property: 'consider' } }),
    report('document', { 'image_integrity.supported_document': { sanctioned_document: 'consider' } }),
    report('document', { 'image_integrity.conclusive_document_quality': { corner_removed: 'consider' } }),
    report('facial_similarity_video', { 'visual_authenticity.liveness_detected': null }),
    report('proof_of_address', { 'image_integrity.source_integrity': null }),
    report('known_faces', { previously_seen_faces: null }),
    report('device_intelligence', { device: null }),
    report('document', { 'a_new_breakdown.leaf': null }),
  ]) {
    expect(disclosed(face, doubtful), JSON.stringify(doubtful)).toEqual([]);
    expect(disclosed(doubtful, face), JSON.stringify(doubtful)).toEqual([]);
  }
});

it('leaves out what was compared with typed data, and other reports', () => {
  const blurred = { 'image_integrity.image_quality': { blurred_photo: 'consider' } };
  const differing = { ...blurred, 'data_comparison.last_name': null, 'age_validation.minimum_accepted_age': null };
  expect(disclosed(report('document', differing), report('watchlist_standard', { sanction: null }))).toEqual([
    'document blurred',
  ]);
});
