import { buffer } from 'node:stream/consumers';
import type { Ctx } from '../context/ctx.ts';
import type { MediaData } from '../media/media.ts';
import { insertMedia } from '../store/queries/media.ts';
import type { ScopedTx } from '../store/store.ts';

/** A PDF that the service has put into the storage, and that waits for its row. */
export interface NewFile {
  readonly id: string;
  readonly kind: 'signing_document' | 'signed_document' | 'signature_receipt';
  readonly file_name: string;
  readonly sha256: string;
  readonly size: number;
  readonly storage_key: string;
}

/** Puts a PDF into the storage. Its row comes with the transaction that uses it; without one, the upkeep deletes the file. */
export async function putFile(
  ctx: Ctx,
  { kind, file_name, bytes }: Pick<NewFile, 'kind' | 'file_name'> & { readonly bytes: Uint8Array },
): Promise<NewFile> {
  const id = ctx.services.ids.uuid();
  const source = (async function* () {
    yield bytes;
  })();
  const { key, sha256, size } = await ctx.services.storage.put({ account: ctx.account_id, mediaId: id }, source);
  return { id, kind, file_name, sha256, size, storage_key: key };
}

/** Gives files their rows. */
export async function keepFiles(ctx: Ctx, tx: ScopedTx, applicantId: string, files: readonly NewFile[]): Promise<void> {
  for (const { id, kind, file_name, sha256, size: file_size, storage_key } of files) {
    const data: MediaData = { file_name, extension: 'pdf', media_type: 'application/pdf', made_by_service: true };
    await tx.run(insertMedia, {
      id,
      kind,
      applicant_id: applicantId,
      created_at: ctx.now(),
      file_size,
      sha256,
      storage_key,
      data: ctx.vault.seal(id, data),
    });
  }
}

/** Deletes files that got no row. */
export async function dropFiles({ services }: Ctx, files: readonly NewFile[]): Promise<void> {
  for (const { storage_key } of files) await services.storage.delete(storage_key);
}

/** The bytes of a stored PDF, a few megabytes. */
export async function wholeFile({ services }: Ctx, storageKey: string): Promise<Buffer> {
  return buffer(await services.storage.get(storageKey));
}
