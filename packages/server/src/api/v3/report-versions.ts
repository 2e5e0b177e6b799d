import type { Capability, Version } from '../../base/versions.ts';
import type { ReportName } from '../../reports/index.ts';
import { reportType } from '../../reports/index.ts';
import type { Breakdowns, Properties } from '../../reports/outcome.ts';

/** The parts of a report body that differ between versions. Every other key stays. */
export interface ReportBody {
  readonly name: ReportName;
  readonly breakdown: Breakdowns;
  readonly properties: Properties;
}

interface Delta {
  /** A version without this capability omits a part of the body, or shows it in another type. */
  readonly capability: Capability;
  readonly appliesTo: (name: ReportName) => boolean;
  /** Changes a copy of the body to the body of a version without the capability. */
  undo(body: Mutable): void;
}

type Mutable = { -readonly [Key in keyof ReportBody]: ReportBody[Key] } & Record<string, unknown>;

const isOneOf =
  (...names: readonly ReportName[]) =>
  (name: ReportName) =>
    names.includes(name);

const laterDocumentProperties = [
  ...['middle_name', 'personal_number', 'nist_identity_evidence_strength', 'has_issuance_confirmation'],
  ...['security_tier', 'remarks', 'civil_state', 'expatriation', 'father_name', 'mother_name', 'religion'],
  ...['type_of_permit', 'version_number', 'document_subtype', 'profession', 'security_document_number'],
  ...['tax_number', 'valid_from'],
];

/** The differences between the latest version and the first v3 (contract 10.5), each a step back. */
const deltas: readonly Delta[] = [
  {
    // compromised_document with document_database and repeat_attempts
    capability: 'compromisedDocumentBreakdown',
    appliesTo: () => true,
    undo: ({ breakdown }) => delete breakdown.compromised_document?.breakdown,
  },
  {
    // identity_enhanced with national_id_number, ssn and ssn1
    capability: 'identityNumbers',
    appliesTo: isOneOf('identity_enhanced'),
    undo: ({ breakdown }) => drop(breakdown, 'national_id_number', 'ssn', 'ssn1'),
  },
  {
    // proof_of_address with valid_document_date
    capability: 'addressProofAge',
    appliesTo: isOneOf('proof_of_address'),
    undo: ({ breakdown }) => drop(breakdown.document_classification?.breakdown, 'valid_document_date'),
  },
  {
    // proof_of_address with source_integrity
    capability: 'addressProofSource',
    appliesTo: isOneOf('proof_of_address'),
    undo: ({ breakdown }) => drop(breakdown.image_integrity?.breakdown, 'source_integrity'),
  },
  {
    // suspected on known_faces matches
    capability: 'suspectedFaces',
    appliesTo: isOneOf('known_faces'),
    undo({ properties }) {
      for (const match of (properties.matches ?? []) as Properties[]) delete match.suspected;
    },
  },
  {
    // media arrays on facial reports
    capability: 'reportCaptures',
    appliesTo: (name) => reportType(name).family === 'facial',
    undo: (body) => drop(body, 'live_photos', 'live_videos', 'motion_captures', 'id_photos'),
  },
  {
    // driving_licence_information as an array
    capability: 'laterDocumentProperties',
    appliesTo: isOneOf('document_with_driving_licence_information'),
    undo({ properties }) {
      const information = properties.driving_licence_information;
      if (Array.isArray(information)) properties.driving_licence_information = information[0] ?? null;
    },
  },
  {
    // real_id_compliance as a boolean
    capability: 'laterDocumentProperties',
    appliesTo: (name) => reportType(name).family === 'document',
    undo({ properties }) {
      const compliance = properties.real_id_compliance;
      if (typeof compliance === 'boolean') properties.real_id_compliance = String(compliance);
    },
  },
  {
    // more properties of documents
    capability: 'laterDocumentProperties',
    appliesTo: (name) => reportType(name).family === 'document',
    undo: ({ properties }) => drop(properties, ...laterDocumentProperties),
  },
];

/** The steps back to each version. */
const stepsTo = new WeakMap<Version, readonly Delta[]>();

function stepsOf(version: Version): readonly Delta[] {
  let steps = stepsTo.get(version);
  if (!steps) {
    steps = deltas.filter(({ capability }) => !version[capability]);
    stepsTo.set(version, steps);
  }
  return steps;
}

/**
 * A stored report body, which has the shape of the latest version, as a version shows it.
 *
 * @param body never changed: the answer is the body itself when nothing differs, else a copy
 */
export function reportFor<Body extends ReportBody>(version: Version, body: Body): Body {
  const steps = stepsOf(version).filter(({ appliesTo }) => appliesTo(body.name));
  if (steps.length === 0) return body;
  const copy = structuredClone(body);
  for (const { undo } of steps) undo(copy as unknown as Mutable);
  return copy;
}

function drop(object: Record<string, unknown> | undefined, ...keys: readonly string[]): void {
  for (const key of keys) delete object?.[key];
}
