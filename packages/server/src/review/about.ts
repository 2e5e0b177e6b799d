import { buffer } from 'node:stream/consumers';
import type { Check } from '../checks/check.ts';
import { type CheckedSubject, subjectOf, subjectOfReport } from '../checks/subject.ts';
import type { Ctx } from '../context/ctx.ts';
import { laneOf } from '../media/for-client.ts';
import { mediaBytes } from '../media/get.ts';
import { toMedia } from '../media/media.ts';
import { addressProof, latest } from '../reports/media.ts';
import type { ComparedValue, FieldValues } from '../reports/outcome.ts';
import type { Report } from '../reports/records/report.ts';
import type { ReportSubject } from '../reports/types.ts';
import { findMediaById } from '../store/queries/media.ts';
import { addressFields, addressLine } from './address-fields.ts';

/** An uploaded file that the report used. */
interface ReportFile {
  readonly media_id: string;
  /** Pages of a PDF; 1 for a picture or a film; null when no process could count them. */
  readonly pages: number | null;
}

/** One datum that the report is about, such as a telephone number. */
interface Datum {
  /** The name of the field in the API. */
  readonly name: string;
  readonly value: string;
}

/** The data and files that a report is about, for its reviewer. Personal data. */
export interface About {
  /** Files that the report was made of and that its `media` do not list. */
  readonly files: readonly ReportFile[];
  readonly data: readonly Datum[];
  /** Values that were read, beside the values that the applicant gave; for reports whose analysis keeps no `fields`. */
  readonly fields: readonly FieldValues[];
}

/** Collects the data and files that a report is about, as they were when its check was made. */
export async function aboutOf(ctx: Ctx, report: Report, check: Check): Promise<About> {
  const subject = subjectOfReport(await subjectOf(ctx, ctx.read, check), report);
  const files = await Promise.all(filesOf(report, subject).map((id) => fileOf(ctx, id)));
  return {
    files: files.filter((file) => file !== null),
    data: dataOf(report, subject, check),
    fields: report.name === 'proof_of_address' ? addressFields(report, check.applicant) : [],
  };
}

/** Ids of the files that the body of a report does not list. */
function filesOf({ name, assessment }: Report, { media }: CheckedSubject): string[] {
  if (name === 'proof_of_address') {
    const paper = addressProof(media);
    return paper ? [paper.id] : [];
  }
  if (name !== 'known_faces') return [];
  const face = latest([...media.livePhotos, ...media.liveVideos, ...media.motionCaptures]);
  const matches = (assessment?.properties.matches ?? []) as readonly { readonly media_id: string }[];
  return [...(face ? [face.id] : []), ...matches.map(({ media_id }) => media_id)];
}

async function fileOf(ctx: Ctx, id: string): Promise<ReportFile | null> {
  const row = await ctx.read.first(findMediaById, { id });
  if (!row) return null;
  const media = toMedia(ctx, row);
  if (media.media_type !== 'application/pdf') return { media_id: id, pages: 1 };
  const bytes = new Uint8Array(await buffer(await mediaBytes(ctx, media)));
  const turn = { lane: laneOf(ctx, media.applicant_id), weight: 0 };
  // A file whose pages nobody can count is shown all the same.
  const pages = await ctx.services.decoder.run('pageCount', { bytes }, turn).catch(() => null);
  return { media_id: id, pages };
}

type Applicant = Check['applicant'];

/** The data that sources are asked about, by report. Reports that are not listed show name and date of birth. */
const comparedData: Readonly<Record<string, (applicant: Applicant, subject: ReportSubject) => readonly Given[]>> = {
  identity_enhanced: (applicant) => [
    ...addressesOf(applicant),
    ...applicant.id_numbers.map(({ type, value }): Given => [type, value]),
  ],
  proof_of_address: addressesOf,
  india_pan: (applicant) => numbersOf(applicant, 'pan'),
  phone_verification: ({ phone_number }) => [['phone_number', phone_number]],
  right_to_work: (applicant) => numbersOf(applicant, 'share_code'),
  us_driving_licence: (_, { usDrivingLicence }) =>
    Object.entries(usDrivingLicence ?? {}).map(
      ([name, value]): Given => [name, isWritten(value) ? String(value) : null],
    ),
};

type Given = readonly [name: string, value: string | null | undefined];

const isWritten = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function addressesOf({ address, addresses }: Applicant): Given[] {
  return (addresses ?? (address ? [address] : [])).map((entry): Given => ['address', addressLine(entry)]);
}

const numbersOf = ({ id_numbers }: Applicant, numberType: string): Given[] =>
  id_numbers.filter(({ type }) => type === numberType).map(({ type, value }): Given => [type, value]);

function dataOf({ name }: Report, subject: ReportSubject, { applicant }: Check): Datum[] {
  const { first_name, middle_name, last_name, dob } = applicant;
  const person = { first_name, middle_name, last_name, dob };
  const own = comparedData[name]?.(applicant, subject) ?? [];
  // A driving licence in the request has names of its own: the report is about those.
  const general = Object.entries(person).filter(([key]) => !own.some(([other, value]) => other === key && value));
  return [...general, ...own].flatMap(([key, value]) => (value ? [{ name: key, value }] : []));
}

/** Adds the compared values to findings that were kept without them. */
export const valuesOf = (fields: readonly FieldValues[], path: string): readonly ComparedValue[] | undefined =>
  fields.find(({ field }) => path === `data_comparison.${field}`)?.values;
