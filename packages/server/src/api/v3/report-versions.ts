import type { ReportName } from '../../reports/index.ts';
import { reportType } from '../../reports/index.ts';
import type { Breakdowns, Properties } from '../../reports/outcome.ts';

/** What of a report body differs between versions. Every other key is left alone. */
export interface ReportBody {
  readonly name: ReportName;
  readonly breakdown: Breakdowns;
  readonly properties: Properties;
}

interface Delta {
  /** What a later version brought. */
  readonly brought: string;
  /** The minor number of that version. */
  readonly since: number;
  readonly appliesTo: (name: ReportName) => boolean;
  /** A step back from it, on a body of its own that it may change. */
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

/** What no source dates more closely than between v3.2 and v3.6 came with the routes of v3.6. */
const LATER_ROUTES = 4;

/** The differences between v3.6 and v3.2 (contract 10.5), each a step back. */
const deltas: readonly Delta[] = [
  {
    brought: 'compromised_document with document_database and repeat_attempts',
    since: 5,
    appliesTo: () => true,
    undo: ({ breakdown }) => delete breakdown.compromised_document?.breakdown,
  },
  {
    brought: 'identity_enhanced with national_id_number, ssn and ssn1',
    since: 5,
    appliesTo: named('identity_enhanced'),
    undo: ({ breakdown }) => drop(breakdown, 'national_id_number', 'ssn', 'ssn1'),
  },
  {
    brought: 'proof_of_address with valid_document_date',
    since: 3,
    appliesTo: named('proof_of_address'),
    undo: ({ breakdown }) => drop(breakdown.document_classification?.breakdown, 'valid_document_date'),
  },
  {
    brought: 'proof_of_address with source_integrity',
    since: 5,
    appliesTo: named('proof_of_address'),
    undo: ({ breakdown }) => drop(breakdown.image_integrity?.breakdown, 'source_integrity'),
  },
  {
    brought: 'suspected on known_faces matches',
    since: 6,
    appliesTo: named('known_faces'),
    undo({ properties }) {
      for (const match of (properties.matches ?? []) as Properties[]) delete match.suspected;
    },
  },
  {
    brought: 'media arrays on facial reports',
    since: LATER_ROUTES,
    appliesTo: (name) => reportType(name).family === 'facial',
    undo: (body) => drop(body, 'live_photos', 'live_videos', 'motion_captures', 'id_photos'),
  },
  {
    brought: 'driving_licence_information as an array',
    since: LATER_ROUTES,
    appliesTo: named('document_with_driving_licence_information'),
    undo({ properties }) {
      const information = properties.driving_licence_information;
      if (Array.isArray(information)) properties.driving_licence_information = information[0] ?? null;
    },
  },
  {
    brought: 'real_id_compliance as a boolean',
    since: LATER_ROUTES,
    appliesTo: (name) => reportType(name).family === 'document',
    undo({ properties }) {
      const compliance = properties.real_id_compliance;
      if (typeof compliance === 'boolean') properties.real_id_compliance = String(compliance);
    },
  },
  {
    brought: 'more properties of documents',
    since: LATER_ROUTES,
    appliesTo: (name) => reportType(name).family === 'document',
    undo: ({ properties }) => drop(properties, ...laterDocumentProperties),
  },
];

/**
 * A stored report body, which has the shape of v3.6, as a minor version of v3 shows it. v1 and v2 show that of v3.2.
 *
 * @param minor 0 to 6
 * @param body never changed: the answer is the body itself when nothing differs, else a copy
 */
export function reportFor<Body extends ReportBody>(minor: number, body: Body): Body {
  const steps = deltas.filter(({ since, appliesTo }) => since > minor && appliesTo(body.name));
  if (steps.length === 0) return body;
  const copy = structuredClone(body);
  for (const { undo } of steps) undo(copy as unknown as Mutable);
  return copy;
}

function drop(object: Record<string, unknown> | undefined, ...keys: readonly string[]): void {
  for (const key of keys) delete object?.[key];
}
