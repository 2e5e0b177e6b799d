import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { publishedVersions } from '../../base/versions.ts';
import { getApplicant } from '../../core/applicants/get.ts';
import type { Ctx } from '../../core/ctx.ts';
import { listMailsOf } from '../../core/mails/of-applicant.ts';
import type { Media } from '../../core/media/media.ts';
import { listMessagesOf } from '../../core/messages/of-applicant.ts';
import { listMonitorsOf } from '../../core/monitors/list.ts';
import { applicantChecks, applicantMedia } from '../../core/review/applicants.ts';
import { bytesOf } from '../../core/workflows/files.ts';
import { listTasksOf, runsOfApplicant } from '../../core/workflows/get.ts';
import type { ZipEntry } from '../../exports/zip.ts';
import { presentMonitor } from '../operator/monitors.ts';
import { presentCheck } from '../v3/checks.ts';
import { presentReport } from '../v3/reports.ts';
import { presentRun } from '../v3/workflow-runs.ts';
import { presentTask } from '../v3/workflow-tasks.ts';

/** A file of JSON for people. */
const json = (name: string, value: unknown): ZipEntry => ({
  ...{ name: `${name}.json`, bytes: [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)] },
});

/**
 * All that is kept of an applicant as files: JSON in the shape of the latest version, and uploads as they came, whose bytes are read
 * when their turn comes. Throws 404 or 410 for the applicant.
 */
export async function filesOfApplicant(ctx: Ctx, id: string): Promise<ZipEntry[]> {
  const { latest } = publishedVersions;
  const { created_at, delete_at: _, consents, ...data } = await getApplicant(ctx, id);
  const [media, checks, runs, mails, messages, monitors] = await Promise.all([
    applicantMedia(ctx, id),
    applicantChecks(ctx, id),
    runsOfApplicant(ctx, id),
    listMailsOf(ctx, id),
    listMessagesOf(ctx, id),
    listMonitorsOf(ctx, id, true),
  ]);
  const withTasks = await Promise.all(runs.map(async (run) => ({ run, tasks: await listTasksOf(ctx, run.id) })));
  return [
    json('applicant', {
      ...data,
      created_at: isoSeconds(created_at),
      consents: consents.map((one) => ({ ...one, granted_at: isoSecondsOrNull(one.granted_at) })),
    }),
    json('uploads', media.map(presentUpload)),
    json('monitors', monitors.map(presentMonitor)),
    json(
      'mails',
      mails.map(({ to, subject, state, created_at: at }) => ({ to, subject, state, created_at: isoSeconds(at) })),
    ),
    json(
      'text_messages',
      messages.map(({ to, state, created_at: at }) => ({ to, state, created_at: isoSeconds(at) })),
    ),
    ...checks.map(({ check, reports }) =>
      json(`checks/${check.id}`, {
        // Who holds the address of the form may send it.
        ...{ ...presentCheck(ctx, { check, reportIds: reports.map((report) => report.id) }, latest), form_uri: null },
        reports: reports.map((report) => presentReport(report, latest)),
      }),
    ),
    ...withTasks.map(({ run, tasks }) =>
      json(`workflow_runs/${run.id}`, { ...presentRun(ctx, run), tasks: tasks.map(presentTask) }),
    ),
    ...media.map((one) => ({ name: pathOf(one), bytes: bytesOf(ctx, one) })),
  ];
}

const pathOf = ({ id, kind, extension }: Media): string => `uploads/${kind}_${id}.${extension}`;

const presentUpload = (media: Media) => ({
  ...{ id: media.id, kind: media.kind, type: media.type ?? null, side: media.side ?? null },
  ...{ issuing_country: media.issuing_country ?? null, file_name: media.file_name, media_type: media.media_type },
  ...{ file_size: media.file_size, created_at: isoSeconds(media.created_at), path: pathOf(media) },
});
