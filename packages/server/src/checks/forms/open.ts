import type { Ctx } from '../../context/ctx.ts';
import { updateCheckData } from '../../store/queries/checks.ts';
import { noteUpdate } from '../../updates/note.ts';
import { recordEvents } from '../../webhooks/event-log/record.ts';
import type { Check, CheckData } from '../check.ts';
import { checkEvent } from '../events.ts';
import { checkIn } from '../progress.ts';
import { formState } from './find.ts';

/**
 * Records that the applicant has opened the form, and notifies webhooks: the first time only, and only while the form takes
 * answers. The status stays.
 */
export async function openForm(ctx: Ctx, known: Check): Promise<void> {
  const { id } = known;
  if (known.form_opened_at !== undefined || formState(known) !== 'open') return;
  await ctx.transaction(async (tx) => {
    const check = await checkIn(ctx, tx, id);
    if (!check || check.form_opened_at !== undefined || formState(check) !== 'open') return;
    await tx.run(updateCheckData, { id, data: sealCheck(ctx, { ...check, form_opened_at: ctx.now() }) });
    await recordEvents(ctx, tx, [checkEvent(check, 'check.form_opened')]);
    noteUpdate(ctx, tx, 'check');
  });
}

/** Seals the data of a check. */
export function sealCheck(ctx: Ctx, check: Check): Buffer {
  const { id, applicant_id: _, created_at: _at, status: _status, result: _result, sandbox: _sandbox, ...data } = check;
  return ctx.vault.seal(id, data satisfies CheckData);
}
