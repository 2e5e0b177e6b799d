import type { ReportName } from '../../reports/index.ts';
import { reportType } from '../../reports/index.ts';
import type { Breakdowns, Properties } from '../../reports/types.ts';

/** What of a report body differs between versions. Every other key is left alone. */
export interface ReportBody {
  readonly name: ReportName;
  readonly breakdown: Breakdowns;
  readonly properties: Properties;
}

interface Delta {
  /** What the later version brought. */
  readonly brought: string;
  readonly appliesTo: (name: ReportName) => boolean;
  /** From v3.6 to v3.2, on a body of its own that it may change. */
  undo(body: Mutable): void;
}

type Mutable = { -readonly [Key in keyof ReportBody]: ReportBody[Key] } & Record<string, unknown>;

const named =
  (...names: readonly ReportName[]) =>
  (name: ReportName) =>
    names.includes(name);

const laterDocumentProperties = [
  ...['middle_name', 'personal_number', 'nist_identity_evidence_strength', 'has_issuance_confirmation'],
  ...['security_tier', 'remarks', 'civil_state', 'expatriation', 'father_name', 'mother_name', 'religion'],
  ...['type_of_permit', 'version_number', 'document_subtype', 'profession', 'security_document_number'],
  ...['tax_number', 'valid_from'],
];

/** The differences between v3.6 and v3.2 (reports, section 6), each a step back. */
const deltas: readonly Delta[] = [
  {
    brought: 'compromised_document with document_database and repeat_attempts (v3.5)',
    appliesTo: () => true,
    undo: ({ breakdown }) => delete breakdown.compromised_document?.breakdown,
  },
  {
    brought: 'identity_enhanced with national_id_number, ssn and ssn1 (v3.5)',
    appliesTo: named('identity_enhanced'),
    undo: ({ breakdown }) => drop(breakdown, 'national_id_number', 'ssn', 'ssn1'),
  },
  {
    brought: 'proof_of_address with valid_document_date (v3.3) and source_integrity (v3.5)',
    appliesTo: named('proof_of_address'),
    undo({ breakdown }) {
      drop(breakdown.document_classification?.breakdown, 'valid_document_date');
      drop(breakdown.image_integrity?.breakdown, 'source_integrity');
    },
  },
  {
    brought: 'suspected on known_faces matches (v3.6)',
    appliesTo: named('known_faces'),
    undo({ properties }) {
      for (const match of (properties.matches ?? []) as Properties[]) delete match.suspected;
    },
  },
  {
    brought: 'media arrays on facial reports (v3.6)',
    appliesTo: (name) => reportType(name).family === 'facial',
    undo: (body) => drop(body, 'live_photos', 'live_videos', 'motion_captures', 'id_photos'),
  },
  {
    brought: 'driving_licence_information as an array',
    appliesTo: named('document_with_driving_licence_information'),
    undo({ properties }) {
      const information = properties.driving_licence_information;
      if (Array.isArray(information)) properties.driving_licence_information = information[0] ?? null;
    },
  },
  {
    brought: 'real_id_compliance as a boolean',
    appliesTo: (name) => reportType(name).family === 'document',
    undo({ properties }) {
      const compliance = properties.real_id_compliance;
      if (typeof compliance === 'boolean') properties.real_id_compliance = String(compliance);
    },
  },
  {
    brought: 'more properties of documents',
    appliesTo: (name) => reportType(name).family === 'document',
    undo: ({ properties }) => drop(properties, ...laterDocumentProperties),
  },
];

/**
 * A stored report body, which has the shape of v3.6, as a version shows it.
 *
 * @param generation `3.2` for v3 to v3.3, `3.6` for v3.4 to v3.6
 * @param body never changed: the answer is the body itself when nothing differs, else a copy
 */
export function reportFor<Body extends ReportBody>(generation: '3.6' | '3.2', body: Body): Body {
  if (generation === '3.6') return body;
  const copy = structuredClone(body);
  for (const { appliesTo, undo } of deltas) {
    if (appliesTo(body.name)) undo(copy as unknown as Mutable);
  }
  return copy;
}

function drop(object: Record<string, unknown> | undefined, ...keys: readonly string[]): void {
  for (const key of keys) delete object?.[key];
}
