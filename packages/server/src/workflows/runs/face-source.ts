import type { Ctx } from '../../context/ctx.ts';
import { toMedia } from '../../media/media.ts';
import { listAllMedia } from '../../store/queries/media.ts';
import type { ScopedTx } from '../../store/store.ts';
import { isFaceMedia } from '../biometrics/work.ts';
import { faceCaptures, mediaIn } from '../workflow.ts';
import { type Run, stepOf } from './run.ts';
import { tasksIn } from './tasks.ts';

/** The media with the face that a step uses, or the reason why the run has no face. */
export type FaceSource = { readonly media_ids: readonly { readonly id: string }[] } | { readonly wrong: string };

/** The newest capture of a face in the run; without a capture, the media in `media_ids` of the client's custom data. */
export async function faceSourceOf(ctx: Ctx, tx: ScopedTx, run: Run): Promise<FaceSource> {
  const captures = (await tasksIn(ctx, tx, run)).filter(
    (task) => task.completed && faceCaptures.has(stepOf(run, task)?.task ?? ''),
  );
  const captured = mediaIn(captures.at(-1)?.output);
  const ids = captured ?? mediaIn(run.custom_data.media_ids);
  if (!ids) return { wrong: 'There is no face: the run has no face capture, and its custom data has no media_ids' };
  const rows = await tx.all(listAllMedia, { applicant_id: run.applicant_id });
  const own = rows.map((row) => toMedia(ctx, row)).filter(isFaceMedia);
  if (!ids.every((id) => own.some((media) => media.id === id)))
    return { wrong: 'media_ids must contain ids of live photos, live videos or motion captures of the applicant' };
  return { media_ids: ids.map((id) => ({ id })) };
}
