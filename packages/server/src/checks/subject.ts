import type { Ctx } from '../context/ctx.ts';
import { uploadsOf } from '../media/media.ts';
import type { Report } from '../reports/records/report.ts';
import { areSanctioned } from '../reports/sanctions.ts';
import type { ReportSubject } from '../reports/types.ts';
import type { ScopedReader } from '../store/store.ts';
import type { Check } from './check.ts';

/** Subject of the reports of a check. */
export interface CheckedSubject extends ReportSubject {
  /** True if one of the applicant's documents comes from a country under comprehensive sanctions. */
  readonly sanctioned: boolean;
  /** Documents that were uploaded after the check. Reports get those that the applicant handed in for them. */
  readonly laterDocuments: ReportSubject['media']['documents'];
}

/** The applicant of a check as it was when the check was created, with the media that belong to the check. */
export async function subjectOf(ctx: Ctx, reader: ScopedReader, check: Check): Promise<CheckedSubject> {
  const { refs } = await uploadsOf(ctx, reader, check.applicant_id);
  // What was uploaded after the check, or after the applicant sent the form, is not part of it.
  const until = check.form_submitted_at ?? check.created_at;
  const known = <T extends { created_at: number }>(media: readonly T[]) =>
    media.filter(({ created_at }) => created_at <= until);
  const documents = known(refs.documents);
  return {
    version: ctx.services.versions.withRules(check.generation),
    applicant: check.applicant,
    media: {
      documents,
      livePhotos: known(refs.livePhotos),
      liveVideos: known(refs.liveVideos),
      motionCaptures: known(refs.motionCaptures),
      idPhotos: known(refs.idPhotos),
    },
    checkCreatedAt: check.created_at,
    region: ctx.services.settings.region,
    usDrivingLicence: check.us_driving_licence,
    sanctioned: areSanctioned(documents, ctx.services.settings.sanctionedCountries),
    laterDocuments: refs.documents.filter(({ created_at }) => created_at > until),
  };
}

/** The same for one of its reports, which is made of the very documents that it lists. */
export function subjectOfReport(subject: CheckedSubject, report: Report): CheckedSubject {
  const { media, document_ids, step_up, age_over: ageOver } = report;
  const handedIn = step_up?.documents ?? [];
  const ordered = document_ids ?? media.documents.map(({ id }) => id);
  const documents = [...subject.media.documents, ...subject.laterDocuments.filter(({ id }) => handedIn.includes(id))];
  const documentIds = [...new Set([...ordered, ...handedIn])];
  const ofReport = { ...subject.media, documents, documentIds, closeUps: step_up?.closeUps ?? [] };
  return { ...subject, media: ofReport, ...(ageOver !== undefined && { ageOver }) };
}
