import type { Report } from '../reports/report.ts';

/**
 * Kinds of doubt, by what a reviewer has to do about them. `failed`: analysers gave up. `unanalysed`: none looked at it. `picture`:
 * it can't be seen well enough. `forgery`: the document may not be genuine. `data`: what was read, given and found elsewhere
 * differ. `person`: whether it is the same face, and a living one. `lists`: hits on lists. `other`: the rest.
 */
export const doubtKinds = ['failed', 'unanalysed', 'picture', 'forgery', 'data', 'person', 'lists', 'other'] as const;
export type DoubtKind = (typeof doubtKinds)[number];

/** The kind of each breakdown; where leaves of one belong to several, the path of the leaf is before it. */
const kindOf: Readonly<Record<string, DoubtKind>> = {
  'image_integrity.colour_picture': 'forgery',
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
  sources: 'data',
  ssn: 'data',
  ssn1: 'data',
  face_comparison: 'person',
  previously_seen_faces: 'person',
  sanction: 'lists',
  politically_exposed_person: 'lists',
  monitored_lists: 'lists',
  legal_and_regulatory_warnings: 'lists',
  adverse_media: 'lists',
};

/** Kind of the doubt that the page of a report names: of its first leaf in doubt. */
export function doubtOf({ name, failure }: Pick<Report, 'name' | 'failure'>, doubts: readonly string[]): DoubtKind {
  if (failure !== undefined) return 'failed';
  const [first] = doubts;
  if (first === undefined) return 'unanalysed';
  const breakdown = first.split('.')[0] as string;
  // A face that is no document: its authenticity is that of a living person.
  if (breakdown === 'visual_authenticity' && name.startsWith('facial_similarity')) return 'person';
  return kindOf[first] ?? kindOf[breakdown] ?? 'other';
}
