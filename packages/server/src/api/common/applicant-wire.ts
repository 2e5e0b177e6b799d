import Type, { type TObject, type TProperties } from 'typebox';
import { type Applicant, emptyApplicant } from '../../applicants/applicant.ts';
import { type ApplicantField, type ApplicantFieldSet, fieldSet } from '../../applicants/fields.ts';
import type { Version } from '../../base/versions.ts';
import { readingOnlyForms } from '../../http/validation.ts';
import { applicantFieldNames, applicantFieldsOf } from './applicant-fields.ts';

/** Applicants as the routes of a version take and show them. */
export interface ApplicantWire {
  /** Fields that a request may set. */
  readonly fields: ApplicantFieldSet;
  readonly Applicant: TObject;
  /** The list of a page. */
  readonly List: TObject;
  readonly Create: TObject;
  readonly Update: TObject;
  /**
   * An applicant on the wire. It reads each field when the serialiser asks for it, so nothing is copied.
   * @param version the version that the request asked for
   */
  toWire(applicant: Applicant, version: Version): Record<string, unknown>;
}

/**
 * Options of a route that leaves the validation of its body, types included, to `input-rules`. The client gets all errors at once.
 * Its schema documents the body, and reads the texts of a form.
 */
export const rulesJudge = { attachValidation: true } as const;

const required = ['first_name', 'last_name'];

const wires = new WeakMap<Version, ApplicantWire>();

/** Presents applicants in a version by the table of fields; made once for each version. */
export function applicantWire(version: Version): ApplicantWire {
  const wire = wires.get(version) ?? makeWire(version);
  wires.set(version, wire);
  return wire;
}

function makeWire(version: Version): ApplicantWire {
  const table = applicantFieldsOf(version);
  const shown: TProperties = {};
  const sent: TProperties = {};
  for (const name of applicantFieldNames(version)) {
    const field = table.get(name)!;
    if (field.shown) shown[name] = field.shown;
    if (field.sent && !required.includes(name)) sent[name] = Type.Optional(field.sent);
  }
  const settable = [...table].filter(
    (entry): entry is [string, (typeof entry)[1] & ApplicantField] => 'set' in entry[1],
  );
  // v1 and v2 take an applicant to live in the United Kingdom.
  const blank = version.generation < 3 ? { ...emptyApplicant, country: 'GBR' } : emptyApplicant;
  const Applicant = Type.Object(shown, { title: 'Applicant' });
  return {
    fields: fieldSet(Object.fromEntries(settable), blank),
    Applicant,
    List: Type.Object({ applicants: Type.Array(Applicant) }),
    Create: readingOnlyForms(Type.Object({ first_name: Type.String(), last_name: Type.String(), ...sent })),
    Update: readingOnlyForms(
      Type.Object({
        first_name: Type.Optional(Type.String()),
        last_name: Type.Optional(Type.String()),
        ...sent,
      }),
    ),
    toWire: presenterOf(version),
  };
}

function presenterOf(served: Version): ApplicantWire['toWire'] {
  class Shown {
    readonly applicant: Applicant;
    readonly version: Version;

    constructor(applicant: Applicant, version: Version) {
      this.applicant = applicant;
      this.version = version;
    }
  }
  for (const [name, { shown, show }] of applicantFieldsOf(served)) {
    if (!shown) continue;
    const get = show
      ? function (this: Shown) {
          return show(this.applicant, this.version);
        }
      : function (this: Shown) {
          return this.applicant[name as keyof Applicant];
        };
    Object.defineProperty(Shown.prototype, name, { get });
  }
  return (applicant, version) => new Shown(applicant, version) as unknown as Record<string, unknown>;
}
