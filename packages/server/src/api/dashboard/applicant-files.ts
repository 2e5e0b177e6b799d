import { dataOf } from '../../applicants/applicant.ts';
import { getApplicant } from '../../applicants/get.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { publishedVersions } from '../../base/versions.ts';
import { listChecksOf, listReportsOf } from '../../checks/get.ts';
import { listFeedbackOf } from '../../checks/results-feedback/of-applicant.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { ZipEntry } from '../../exports/zip.ts';
import { applicantMedia } from '../../insights/applicants.ts';
import type { Media } from '../../media/media.ts';
import { listPasskeysOfApplicant } from '../../members/passkeys/of-applicant.ts';
import { listMailsOf } from '../../messages/mails/of-applicant.ts';
import { listMessagesOf } from '../../messages/sms/of-applicant.ts';
import { listMonitorsOf } from '../../monitors/list.ts';
import { earlierResults } from '../../reports/records/overturn.ts';
import type { Report } from '../../reports/records/report.ts';
import { allCaseEntries } from '../../review/cases/case.ts';
import { type CaseFile, caseFilesOf, caseMediaOf } from '../../review/cases/files.ts';
import { tagsOf } from '../../review/cases/tags.ts';
import { listTokensOfApplicant } from '../../workflows/biometrics/of-applicant.ts';
import { bytesOf } from '../../workflows/runs/files.ts';
import { listTasksOf, runsOfApplicant } from '../../workflows/runs/get.ts';
import { presentMonitor } from '../operator/monitors.ts';
import { presentCheck } from '../v3/checks.ts';
import { presentReport } from '../v3/reports.ts';
import { presentRun } from '../v3/workflow-runs.ts';
import { presentTask } from '../v3/workflow-tasks.ts';

/** A file of JSON for people, which is read and written when its turn comes: an applicant may have thousands of checks. */
export const json = (name: string, value: () => unknown): ZipEntry => ({
  name: `${name}.json`,
  bytes: (async function* () {
    yield Buffer.from(`${JSON.stringify(await value(), null, 2)}\n`);
  })(),
});

/**
 * All that is kept of an applicant as files: JSON in the shape of the latest version, and uploads as they came. Reports, tasks and
 * bytes of uploads are read when their turn comes. Throws 404 or 410 for the applicant.
 */
export async function filesOfApplicant(ctx: Ctx, id: string): Promise<ZipEntry[]> {
  const { latest } = publishedVersions;
  const applicant = await getApplicant(ctx, id);
  const { created_at, sandbox } = applicant;
  const { consents, ...data } = dataOf(applicant);
  const [media, checks, runs, mails, messages, monitors, tokens, passkeys, feedback, entries, tags, files, fileMedia] =
    await Promise.all([
      applicantMedia(ctx, id),
      listChecksOf(ctx, id),
      runsOfApplicant(ctx, id),
      listMailsOf(ctx, id),
      listMessagesOf(ctx, id),
      listMonitorsOf(ctx, id, true),
      listTokensOfApplicant(ctx, id),
      listPasskeysOfApplicant(ctx, id),
      listFeedbackOf(ctx, id),
      allCaseEntries(ctx, id),
      tagsOf(ctx.read, [id]),
      caseFilesOf(ctx, id),
      caseMediaOf(ctx, id),
    ]);
  return [
    json('applicant', () => ({
      id,
      sandbox,
      ...data,
      created_at: isoSeconds(created_at),
      consents: consents.map((consent) => ({ ...consent, granted_at: isoSecondsOrNull(consent.granted_at) })),
    })),
    json('uploads', () => media.map(presentUpload)),
    json('monitors', () => monitors.map(presentMonitor)),
    json('mails', () =>
      mails.map(({ to, subject, state, created_at: at }) => ({ to, subject, state, created_at: isoSeconds(at) })),
    ),
    json('text_messages', () =>
      messages.map(({ to, state, created_at: at }) => ({ to, state, created_at: isoSeconds(at) })),
    ),
    // Without the templates, which leave the service on no way.
    json('biometric_tokens', () =>
      tokens.map(({ id: uuid, media_id, media_type, model, status, workflow_run_id, created_at: at }) => ({
        uuid,
        media_id,
        media_type,
        model,
        status,
        workflow_run_id,
        created_at: isoSeconds(at),
      })),
    ),
    json('passkeys', () =>
      passkeys.map(({ application_domain, state, created_at: at, last_used_at: used, ...key }) => ({
        id: key.id,
        application_domain,
        state,
        created_at: isoSeconds(at),
        last_used_at: isoSecondsOrNull(used),
      })),
    ),
    json('case', () =>
      entries.map(({ status, note, author, at, file }) => ({
        status,
        note,
        file,
        author: author?.name ?? null,
        created_at: isoSeconds(at),
      })),
    ),
    json('case_tags', () => tags(id)),
    json('case_files', () => files.map(presentCaseFile)),
    json('results_feedback', () =>
      feedback.map(({ check_id, report_id, expected_result, notes, created_at: at }) => ({
        check_id,
        report_id,
        expected_result,
        notes,
        created_at: isoSeconds(at),
      })),
    ),
    ...checks.map((check) =>
      json(`checks/${check.check.id}`, async () => ({
        // Who holds the address of the form may send it.
        ...presentCheck(ctx, check, latest),
        form_uri: null,
        reports: (await listReportsOf(ctx, check.check.id)).map((report) => ({
          ...presentReport(report, latest),
          ...withEarlierResults(report),
        })),
      })),
    ),
    ...runs.map((run) =>
      json(`workflow_runs/${run.id}`, async () => ({
        ...presentRun(ctx, run),
        tasks: (await listTasksOf(ctx, run.id)).map(presentTask),
      })),
    ),
    ...media.map((upload) => ({ name: pathOf(upload), bytes: bytesOf(ctx, upload) })),
    ...fileMedia.map((file) => ({ name: caseFilePath(file), bytes: bytesOf(ctx, file) })),
  ];
}

/** Results of a report that were overturned; nothing for other reports. */
function withEarlierResults(report: Report) {
  const earlier = earlierResults(report).map(({ at, ...outcome }) => ({ ...outcome, overturned_at: isoSeconds(at) }));
  return earlier.length > 0 ? { earlier_results: earlier } : {};
}

const pathOf = ({ id, kind, extension }: Media): string => `uploads/${kind}_${id}.${extension}`;

const presentUpload = (media: Media) => ({
  id: media.id,
  kind: media.kind,
  type: media.type ?? null,
  side: media.side ?? null,
  issuing_country: media.issuing_country ?? null,
  file_name: media.file_name,
  media_type: media.media_type,
  file_size: media.file_size,
  created_at: isoSeconds(media.created_at),
  path: pathOf(media),
});

const caseFilePath = ({ id, extension }: Pick<Media, 'id' | 'extension'>): string => `case_files/${id}.${extension}`;

/** A file of a case as exports list it. */
export const presentCaseFile = (file: CaseFile) => ({
  id: file.id,
  file_name: file.name,
  media_type: file.mediaType,
  file_size: file.size,
  remark: file.remark,
  author: file.author?.name ?? null,
  created_at: isoSeconds(file.at),
  path: caseFilePath(file),
});
