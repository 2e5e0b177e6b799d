import type { Ctx } from '../../context/ctx.ts';
import { recordOf } from '../../context/principal.ts';
import { endInformationRequest, findInformationRequest } from '../../store/queries/information-requests.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type InformationRequest, sealInformationRequest, toInformationRequest } from './request.ts';

/** States that a request never leaves. */
type EndState = Exclude<InformationRequest['state'], 'open'>;

/** Ends an open request, in a transaction that has locked its check. Undefined where it has ended already. */
export async function endRequestIn(
  ctx: Ctx,
  tx: ScopedTx,
  id: string,
  { state, media = [] }: { readonly state: EndState; readonly media?: readonly string[] },
): Promise<InformationRequest | undefined> {
  const row = await tx.first(findInformationRequest, { id });
  if (row?.state !== 'open') return undefined;
  const ended_at = ctx.now();
  const ended = { ...toInformationRequest(ctx, row), state, ended_at, media, ended_by: recordOf(ctx.principal) };
  await tx.run(endInformationRequest, { id, state, ended_at, data: sealInformationRequest(ctx, ended) });
  return ended;
}
