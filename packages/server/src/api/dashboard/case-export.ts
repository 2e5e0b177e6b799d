import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { publishedVersions } from '../../base/versions.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { withManifest } from '../../exports/manifest.ts';
import { type ZipEntry, zip } from '../../exports/zip.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { historyOfApplicant } from '../../insights/applicant-history.ts';
import { applicantChecks } from '../../insights/applicants.ts';
import { memberNames } from '../../members/names.ts';
import type { Report } from '../../reports/records/report.ts';
import { allCaseEntries, caseOf } from '../../review/cases/case.ts';
import { reviewerNames } from '../../review/reviewer-names.ts';
import { checkPdfOf } from '../exports/check-pdf.ts';
import { presentReport } from '../v3/reports.ts';
import { filesOfApplicant, json, presentCaseFile } from './applicant-files.ts';
import { objectsOfApplicant } from './applicant-objects.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams } from './schemas.ts';

/** Files of the export for the applicant that the export of a case leaves out: it has the same facts in files of its own. */
const REPLACED = new Set(['case.json', 'case_tags.json', 'case_files.json']);

/** Exports of cases for auditors. */
export function caseExportRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/accounts/:account/:environment/applicants/:id/case_export',
    {
      config: { member: 'data.export' },
      schema: {
        description:
          'Exports the case of an applicant as ZIP, for an auditor: reports as JSON and as PDF, decisions with their reasons and reviewers, notes, tags, ' +
          'timeline, uploads, files of the case, and `manifest.json` with the SHA-256 of each file. The audit log gets the SHA-256 of the manifest.',
        params: PlacedParams,
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      const files = await filesOfCase(ctx, id, request.place.may('audit.see'));
      await recordAudit(ctx, { action: 'case_exported', object_id: id });
      const body = Readable.from(zip(withManifest(files, manifestOf(ctx, id)), ctx.now()));
      return sendFile(reply, { body, mediaType: 'application/zip', fileName: `case_${id}.zip` });
    },
  );
}

/** The manifest of an export. Its SHA-256 is in the audit log, so a changed archive can be told from the exported one. */
function manifestOf(ctx: Ctx, applicant_id: string): Parameters<typeof withManifest>[1] {
  const at = ctx.now();
  return {
    name: 'manifest.json',
    async write(files) {
      const names = await memberNames(ctx.services, [ctx.principal.id]);
      const { account_id, environment } = ctx;
      const exported = { exported_at: isoSeconds(at), exported_by: names.get(ctx.principal.id) ?? null };
      const text = `${JSON.stringify({ applicant_id, account_id, environment, ...exported, files }, null, 2)}\n`;
      const details = { manifest_sha256: createHash('sha256').update(text).digest('hex'), files: files.length };
      await recordAudit(ctx, { action: 'case_export_completed', object_id: applicant_id, details });
      return text;
    },
  };
}

/**
 * The files of a case, each read when its turn comes. Throws 404 or 410 for the applicant.
 * @param everybody true if the timeline has audit entries of everybody; else entries of the member alone
 */
async function filesOfCase(ctx: Ctx, id: string, everybody: boolean): Promise<ZipEntry[]> {
  const { latest } = publishedVersions;
  const files = await filesOfApplicant(ctx, id);
  const checks = await applicantChecks(ctx, id);
  const reports = checks.flatMap((check) => check.reports);
  return [
    json('case', () => presentedCase(ctx, id)),
    json('decisions', () => decisionsOf(ctx, reports)),
    json('timeline', () => timelineOf(ctx, id, everybody)),
    ...checks.map(({ check }) => ({
      name: `checks/${check.id}.pdf`,
      bytes: drawn(() =>
        checkPdfOf(ctx, check.id, (report) => presentReport(report, latest), { namesReviewers: true }),
      ),
    })),
    ...files.filter(({ name }) => !REPLACED.has(name)),
  ];
}

async function* drawn(draw: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await draw();
}

async function presentedCase(ctx: Ctx, id: string) {
  const { status, waiting, asked, snoozedUntil, tags, files } = await caseOf(ctx, id);
  return {
    status,
    waiting: waiting.map(({ report, assignee }) => ({
      report_id: report.id,
      name: report.name,
      due_at: isoSecondsOrNull(report.due_at),
      assigned_to: assignee?.name ?? null,
    })),
    asked,
    snoozed_until: isoSecondsOrNull(snoozedUntil),
    tags,
    files: files.map(presentCaseFile),
    notes: (await allCaseEntries(ctx, id)).map(({ at, author, mentions, ...entry }) => ({
      ...entry,
      author: author?.name ?? null,
      mentions: mentions.map(({ name }) => name),
      created_at: isoSeconds(at),
    })),
  };
}

/** Decisions of people on the reports, with their names. A person with an operator key has no name. */
async function decisionsOf(ctx: Ctx, reports: readonly Report[]) {
  const nameOf = await reviewerNames(ctx, reports);
  return reports.flatMap(({ id, name, decisions = [] }) =>
    decisions.map(({ at, by, confirmed_by, confirmed_note, overturned, ...decision }) => ({
      report_id: id,
      report_name: name,
      decided_at: isoSeconds(at),
      decided_by: nameOf(by) ?? 'An operator',
      ...decision,
      confirmed_by: confirmed_by === undefined ? null : (nameOf(confirmed_by) ?? 'An operator'),
      confirmed_note: confirmed_note ?? null,
      overturned: overturned ?? null,
    })),
  );
}

async function timelineOf(ctx: Ctx, id: string, everybody: boolean) {
  const entries = await historyOfApplicant(ctx, await objectsOfApplicant(ctx, id), everybody);
  return entries.map(({ at, by, by_name, ...entry }) => ({
    at: isoSeconds(at),
    ...entry,
    by: by && { kind: by.kind, id: by.id, name: by_name },
  }));
}
