import { words } from '../words.ts';

const { measures: say } = words;

/** The figures of a leaf, or of a sign of a presentation attack. */
interface Measured {
  readonly path: string;
  readonly measure?: number;
  readonly threshold?: number;
}

/** Says what a measure means, and what its limit is. */
type Fact = (measure: number, threshold: number) => string;

/** Leaves whose reason already states the figures with unit and limit, so that no figure is added. */
const inReason = null;

const DAYS_OF_YEAR = 365;

/** A number of days in years and days: `6 years 145 days`. */
function yearsAndDays(days: number): string {
  const [years, rest] = [Math.floor(days / DAYS_OF_YEAR), Math.round(days) % DAYS_OF_YEAR];
  const parts = [years > 0 && say.years(years), (rest > 0 || years === 0) && say.days(rest)];
  return parts.filter(Boolean).join(' ');
}

const expiry: Fact = (days) =>
  days < 0 ? say.expiredAgo(yearsAndDays(-days)) : days === 0 ? say.expiresToday : say.expiresIn(yearsAndDays(days));

const percent = (share: number): string => {
  const value = 100 * share;
  return `${value === 0 || value >= 1 ? Math.round(value) : Number(value.toPrecision(2))} %`;
};

/** Rounds to two digits after the point. */
const short = (value: number): string => String(Math.round(value * 100) / 100);

/** A measure that is kept as a power of ten, as a factor. */
const factor = (power: number): string => Number((10 ** power).toPrecision(2)).toString();

/**
 * Format of the measure of each leaf, by path, or by the last part of a path that several reports share. Every leaf that can
 * carry a measure is here.
 */
const facts: Readonly<Record<string, Fact | null>> = {
  // Documents.
  'data_validation.document_expiration': expiry,
  'data_validation.date_of_birth': (years, oldest) => say.age(years, oldest),
  'data_validation.mrz': (wrong) => say.wrongDigits(wrong),
  'data_validation.barcode': (faults) => say.barcodeFaults(faults),
  'data_consistency.multiple_data_sources_present': (sources, least) => say.sources(sources, least),
  'issuing_authority.nfc_passive_authentication': (changed) => say.changedGroups(changed),
  'compromised_document.repeat_attempts': (others) => say.otherUses(others),
  'age_validation.minimum_accepted_age': inReason,
  'visual_authenticity.face_detection': inReason,
  'visual_authenticity.picture_face_integrity': inReason,
  'visual_authenticity.fonts': inReason,
  'visual_authenticity.template': inReason,
  'visual_authenticity.security_features': inReason,
  'visual_authenticity.digital_tampering': inReason,
  'visual_authenticity.original_document_present': inReason,
  'image_integrity.image_quality': inReason,
  'image_integrity.supported_document': inReason,
  'image_integrity.colour_picture': inReason,
  'image_integrity.conclusive_document_quality': inReason,
  // Faces.
  'face_comparison.face_match': inReason,
  'image_integrity.face_detected': inReason,
  'visual_authenticity.spoofing_detection': (score, doubt) => say.liveness(score <= doubt, short(score), short(doubt)),
  'visual_authenticity.liveness_detected': inReason,
  previously_seen_faces: (score, least) => say.faceSimilarity(score >= least, percent(score), percent(least)),
  image_integrity: inReason,
  // Proofs of address.
  'document_classification.supported_document': inReason,
  'document_classification.valid_document_date': inReason,
  'image_integrity.source_integrity': inReason,
  // Sources of data, devices and lists.
  'device.device_reputation': inReason,
  'device.name_match': (score, least) => say.nameSimilarity(score >= least, percent(score), percent(least)),
  'share_code_validation.name_matched': (score, least) =>
    say.nameSimilarity(score >= least, percent(score), percent(least)),
  sanction: inReason,
  politically_exposed_person: inReason,
  monitored_lists: inReason,
  legal_and_regulatory_warnings: inReason,
  adverse_media: inReason,
};

/** Paths whose measures have an entry in the table. */
export const measuredPaths: readonly string[] = Object.keys(facts);

/**
 * The measure of a leaf as a fact with its unit and limit, such as `Expired 6 years 145 days ago`. Null where the reason of the leaf says
 * all of it, and for a leaf without a measure.
 */
export function measureText({ path, measure, threshold }: Measured): string | null {
  if (measure === undefined || threshold === undefined) return null;
  return facts[path]?.(measure, threshold) ?? null;
}

/** The text of each sign of a presentation attack: its measure, and the limit of live pictures. */
const signs: Readonly<Record<string, Fact>> = {
  moire: (measure, limit) => say.moire(factor(measure), factor(limit)),
  frame: (measure, limit) => say.frame(short(measure), short(limit)),
  skin_warmth: (measure, limit) => say.skinWarmth(short(measure), short(limit)),
  glare_on_face: (measure, limit) => say.glareOnFace(percent(measure), percent(limit)),
  sharper_surroundings: (measure, limit) => say.sharperSurroundings(factor(measure), factor(limit)),
  face_share: (measure, limit) => say.faceShare(percent(measure), percent(limit)),
  device_frame: (measure, limit) => say.deviceFrame(short(measure), short(limit)),
};

/** The measure of a sign of a presentation attack as a fact; null for a sign that is not known. */
export const signText = (name: string, measure: number, limit: number): string | null =>
  signs[name]?.(measure, limit) ?? null;
