import { recordAuditIn } from '../../audit/record.ts';
import { notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import {
  deleteApplicantPasskey,
  findPasskeyUser,
  passkeysOfUser,
  setPasskeyState,
} from '../../store/queries/applicant-passkeys.ts';
import type { ApplicantPasskeyRow } from '../../store/schema.ts';
import type { ScopedReader, ScopedTx } from '../../store/store.ts';
import { type ApplicantPasskey, toPasskey, userMark } from './passkey.ts';

const RESOURCE = 'Passkey';

/** The rows of a user. Throws 404 for one that never had a passkey. */
async function rowsOf(ctx: Ctx, read: ScopedReader, username: string): Promise<ApplicantPasskeyRow[]> {
  const hash = userMark(ctx, username);
  if (!(await read.first(findPasskeyUser, { hash }))) throw notFound(RESOURCE, username);
  return read.all(passkeysOfUser, { hash });
}

async function rowOf(ctx: Ctx, read: ScopedReader, username: string, id: string): Promise<ApplicantPasskeyRow> {
  const row = (await rowsOf(ctx, read, username)).find((passkey) => passkey.id === id);
  if (!row) throw notFound(RESOURCE, id);
  return row;
}

/** The passkeys of a user, oldest first; none where the last was deleted. Throws 404 for one that never had any. */
export async function listPasskeysOf(ctx: Ctx, username: string): Promise<ApplicantPasskey[]> {
  return (await rowsOf(ctx, ctx.read, username)).map((row) => toPasskey(ctx, row));
}

/** One passkey of a user. Throws 404. */
export async function getPasskey(ctx: Ctx, username: string, id: string): Promise<ApplicantPasskey> {
  return toPasskey(ctx, await rowOf(ctx, ctx.read, username, id));
}

/** Makes a passkey serve or not. Throws 404. */
export async function changePasskey(
  ctx: Ctx,
  { username, id, state }: { readonly username: string } & Pick<ApplicantPasskey, 'id' | 'state'>,
): Promise<ApplicantPasskey> {
  return ctx.transaction(async (tx) => {
    const row = await rowOf(ctx, tx, username, id);
    if ((await tx.run(setPasskeyState, { id, state })) === 0) throw notFound(RESOURCE, id);
    recordAuditIn(ctx, tx, { action: 'applicant_passkey_changed', object_id: id, details: { state } });
    return toPasskey(ctx, { ...row, state });
  });
}

async function deleteIn(ctx: Ctx, tx: ScopedTx, id: string): Promise<boolean> {
  if ((await tx.run(deleteApplicantPasskey, { id })) === 0) return false;
  recordAuditIn(ctx, tx, { action: 'applicant_passkey_deleted', object_id: id });
  return true;
}

/** Deletes one passkey of a user. Throws 404. */
export async function deletePasskeyOf(ctx: Ctx, username: string, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await rowOf(ctx, tx, username, id);
    if (!(await deleteIn(ctx, tx, id))) throw notFound(RESOURCE, id);
  });
}

/** Deletes all passkeys of a user, who may have none left. Throws 404 for one that never had a passkey. */
export async function deletePasskeysOf(ctx: Ctx, username: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    for (const { id } of await rowsOf(ctx, tx, username)) await deleteIn(ctx, tx, id);
  });
}
