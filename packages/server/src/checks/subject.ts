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
  /** Media that were uploaded after the check. Reports get those that the applicant handed in for them. */
  readonly later: Omit<ReportSubject['media'], 'documentIds' | 'closeUps'>;
  /** Returns whether one of these documents comes from a country under comprehensive sanctions. */
  areSanctioned(documents: ReportSubject['media']['documents']): boolean;
}

/** The applicant of a check as it was when the check was created, with the media that belong to the check. */
export async function subjectOf(ctx: Ctx, reader: ScopedReader, check: Check): Promise<CheckedSubject> {
  const { refs } = await uploadsOf(ctx, reader, check.applicant_id);
  // What was uploaded after the check, or after the applicant sent the form, is not part of it.
  const until = check.form_submitted_at ?? check.created_at;
  const { documents, livePhotos, liveVideos, motionCaptures, idPhotos } = refs;
  const those = (isPart: (upload: { created_at: number }) => boolean) => ({
    documents: documents.filter(isPart),
    livePhotos: livePhotos.filter(isPart),
    liveVideos: liveVideos.filter(isPart),
    motionCaptures: motionCaptures.filter(isPart),
    idPhotos: idPhotos.filter(isPart),
  });
  const media = those(({ created_at }) => created_at <= until);
  const sanctioned = (some: typeof documents) => areSanctioned(some, ctx.services.settings.sanctionedCountries);
  return {
    version: ctx.services.versions.withRules(check.generation),
    applicant: check.applicant,
    media,
    checkCreatedAt: check.created_at,
    region: ctx.services.settings.region,
    usDrivingLicence: check.us_driving_licence,
    sanctioned: sanctioned(media.documents),
    later: those(({ created_at }) => created_at > until),
    areSanctioned: sanctioned,
  };
}

/**
 * The same for one of its reports, which is made of the very documents that it lists, and of the media with which the applicant has answered
 * information requests.
 */
export function subjectOfReport(subject: CheckedSubject, report: Report): CheckedSubject {
  const { media, document_ids, step_up, answers, age_over: ageOver } = report;
  const handedIn = step_up?.documents ?? [];
  const ordered = document_ids ?? media.documents.map(({ id }) => id);
  const documentIds = [...new Set([...ordered, ...handedIn])];
  const { later } = subject;
  const laterDocuments = among(later.documents, [...handedIn, ...(answers?.documents ?? [])]);
  const ofReport = {
    ...subject.media,
    documents: [...subject.media.documents, ...laterDocuments],
    livePhotos: [...subject.media.livePhotos, ...among(later.livePhotos, answers?.live_photos)],
    liveVideos: [...subject.media.liveVideos, ...among(later.liveVideos, answers?.live_videos)],
    motionCaptures: [...subject.media.motionCaptures, ...among(later.motionCaptures, answers?.motion_captures)],
    documentIds,
    closeUps: step_up?.closeUps ?? [],
  };
  const sanctioned = subject.sanctioned || subject.areSanctioned(laterDocuments);
  return { ...subject, sanctioned, media: ofReport, ...(ageOver !== undefined && { ageOver }) };
}

const among = <T extends { readonly id: string }>(uploads: readonly T[], ids: readonly string[] = []): T[] =>
  uploads.filter(({ id }) => ids.includes(id));
