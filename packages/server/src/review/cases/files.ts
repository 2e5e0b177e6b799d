import type { Readable } from 'node:stream';
import { eraseFiles } from '../../applicants/erasures.ts';
import { getApplicant } from '../../applicants/get.ts';
import { recordAudit, recordAuditIn } from '../../audit/record.ts';
import { invalid, notFound, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { recordedPrincipal, recordOf } from '../../context/principal.ts';
import { getMedia, mediaBytes } from '../../media/get.ts';
import { type Media, toMedia } from '../../media/media.ts';
import type { PendingUpload } from '../../media/pending-upload.ts';
import { addMedia } from '../../media/upload.ts';
import { memberNames } from '../../members/names.ts';
import { insertCaseEntry } from '../../store/queries/cases.ts';
import { deleteMedia, findMedia, listMedia } from '../../store/queries/media.ts';
import type { ScopedTx } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';
import type { CaseEntryData, CaseFileEvent } from './entry.ts';

/** Maximum number of files in one case. */
const MOST_FILES = 100;

const kind = 'case_file';

/** A file in a case. */
export interface CaseFile {
  readonly id: string;
  readonly name: string;
  /** Media type by its content. */
  readonly mediaType: string;
  readonly extension: string;
  /** Bytes. */
  readonly size: number;
  /** Unix milliseconds. */
  readonly at: number;
  /** Member who attached the file; null for an operator. */
  readonly author: { readonly id: string; readonly name: string } | null;
  /** Empty for none. */
  readonly remark: string;
}

const authorIdOf = ({ attached_by }: Media): string | undefined => {
  const principal = recordedPrincipal(attached_by ?? null);
  return principal?.kind === 'member' ? principal.id : undefined;
};

/** Stored files of a case with their media, the newest first. */
export async function caseMediaOf(ctx: Ctx, applicant_id: string): Promise<Media[]> {
  const rows = await ctx.read.all(listMedia, { applicant_id, kind });
  return rows.map((row) => toMedia(ctx, row));
}

/** Files of a case, the newest first. */
export async function caseFilesOf(ctx: Ctx, applicantId: string): Promise<CaseFile[]> {
  const media = await caseMediaOf(ctx, applicantId);
  const names = await memberNames(
    ctx.services,
    media.flatMap((file) => authorIdOf(file) ?? []),
  );
  return media.map((file) => {
    const { id, file_name, media_type, extension, file_size, created_at, remark = '' } = file;
    const by = authorIdOf(file);
    const author = by === undefined ? null : { id: by, name: names.get(by) ?? '' };
    return { id, name: file_name, mediaType: media_type, extension, size: file_size, at: created_at, author, remark };
  });
}

/**
 * Attaches a file to the case of an applicant. Throws as `addMedia` does, and `validation_error` for a file too many.
 * @param upload undefined where the member sent none
 */
export async function attachCaseFile(
  ctx: Ctx,
  applicantId: string,
  { upload, remark }: { upload: PendingUpload | undefined; remark: string },
): Promise<void> {
  await addMedia(ctx, {
    kind,
    applicantId,
    upload,
    quality: false,
    facts: { ...(remark !== '' && { remark }), attached_by: recordOf(ctx.principal) },
    async also(tx, id) {
      const { length } = await tx.all(listMedia, { applicant_id: applicantId, kind });
      if (length > MOST_FILES) throw invalid({ file: [`is one too many: a case has at most ${MOST_FILES} files`] });
      await noteEvent(ctx, tx, applicantId, { id, event: 'attached' });
    },
  });
}

/** Records an event of a file in the timeline of the case and in the audit log. */
async function noteEvent(ctx: Ctx, tx: ScopedTx, applicant_id: string, file: CaseFileEvent): Promise<void> {
  const id = ctx.services.ids.uuid();
  const data: CaseEntryData = { note: '', file };
  await tx.run(insertCaseEntry, {
    id,
    applicant_id,
    status: null,
    created_at: ctx.now(),
    created_by: recordOf(ctx.principal),
    data: ctx.vault.seal(id, data),
  });
  const action = file.event === 'attached' ? 'case_file_attached' : 'case_file_removed';
  recordAuditIn(ctx, tx, { action, object_id: applicant_id, details: { file_id: file.id } });
  noteUpdate(ctx, tx, 'check');
}

/** A file of a case with its bytes. The audit log records the download. Throws `resource_not_found`, or `gone` with its applicant. */
export async function openCaseFile(
  ctx: Ctx,
  applicantId: string,
  id: string,
): Promise<{ media: Media; body: Readable }> {
  const media = await getMedia(ctx, kind, id, applicantId);
  await recordAudit(ctx, { action: 'case_file_downloaded', object_id: applicantId, details: { file_id: id } });
  return { media, body: await mediaBytes(ctx, media) };
}

/**
 * Removes a file from a case, with its name, remark and bytes. Throws `resource_not_found` and `gone`, and `not_permitted` for a file of
 * another member.
 * @param removesAny true for a member who may remove files of other members
 */
export async function removeCaseFile(ctx: Ctx, applicantId: string, id: string, removesAny: boolean): Promise<void> {
  await getApplicant(ctx, applicantId);
  await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicantId });
    if (!activeApplicant) throw problem('gone');
    const row = await tx.first(findMedia, { id, kind });
    if (row?.applicant_id !== applicantId) throw notFound('CaseFile', id);
    if (!removesAny && authorIdOf(toMedia(ctx, row)) !== ctx.principal.id) {
      throw problem('not_permitted', {
        message: 'Another member attached this file. Ask an administrator to remove it',
      });
    }
    await tx.run(deleteMedia, { id, kind });
    await eraseFiles(ctx, tx, [row]);
    await noteEvent(ctx, tx, applicantId, { id, event: 'removed' });
  });
}
