import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import type { Applicant } from '../../applicants/applicant.ts';
import type { Version } from '../../base/versions.ts';

/** Content type that Fastify itself sends for values. */
const JSON_TYPE = 'application/json; charset=utf-8';

type Present = (applicant: Applicant, version: Version) => object;

/** Answers of applicants as text, written once for each applicant that is remembered and each version. */
export interface ApplicantTexts {
  /** The JSON of the applicant. Sets the type of the answer. */
  one(reply: FastifyReply, applicant: Applicant, version: Version): string;
  /** The JSON `{"applicants":[…]}`. Sets the type of the answer. */
  list(reply: FastifyReply, applicants: readonly Applicant[], version: Version): string;
}

/**
 * JSON texts of applicants. An opened applicant never changes (`applicants/recent.ts`), so its text stays true as long as it
 * lives: a list of 20 is 20 texts joined. Making them again takes longer than the rest of the request.
 */
export function applicantTexts(schema: TSchema, toWire: Present): ApplicantTexts {
  const texts = new WeakMap<Applicant, Map<Version, string>>();
  const listTexts = new WeakMap<readonly Applicant[], Map<Version, string>>();
  const serialized = (reply: FastifyReply, applicant: Applicant, version: Version): string =>
    textOf(texts, applicant, version, () => {
      return reply.compileSerializationSchema(schema as never)(toWire(applicant, version) as never) as string;
    });
  return {
    one(reply, applicant, version) {
      reply.type(JSON_TYPE);
      return serialized(reply, applicant, version);
    },
    list(reply, applicants, version) {
      reply.type(JSON_TYPE);
      return textOf(listTexts, applicants, version, () => {
        const items = applicants.map((applicant) => serialized(reply, applicant, version));
        return `{"applicants":[${items.join(',')}]}`;
      });
    },
  };
}

/** The text of a value in a version, written at its first use. */
function textOf<T extends object>(
  texts: WeakMap<T, Map<Version, string>>,
  value: T,
  version: Version,
  write: () => string,
): string {
  let known = texts.get(value);
  if (!known) {
    known = new Map();
    texts.set(value, known);
  }
  let text = known.get(version);
  if (text === undefined) {
    text = write();
    known.set(version, text);
  }
  return text;
}
