import { ctxOfRow } from '../../context/ctx-of.ts';
import { missing } from '../../context/missing.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import type { OutboxRow } from '../../store/schema.ts';
import { type Outbox, type OutboxData, type OutboxMessage, openMessage } from './message.ts';

/** The context of a message: its account, in the environment that has it. Throws 404 or 410. */
export function ctxOfMessage<R extends OutboxRow, D extends OutboxData>(
  { queries, resource }: Outbox<R, D>,
  services: Services,
  principal: Principal,
  { account, id }: { readonly account: string; readonly id: string },
) {
  return ctxOfRow(services, principal, account, queries.find, resource, id);
}

/** A message of an account with its text. Throws 404 or 410. */
export async function getMessage<R extends OutboxRow, D extends OutboxData>(
  outbox: Outbox<R, D>,
  services: Services,
  principal: Principal,
  place: { readonly account: string; readonly id: string },
): Promise<OutboxMessage<R, D>> {
  const ctx = await ctxOfMessage(outbox, services, principal, place);
  const row = await ctx.read.first(outbox.queries.find, { id: place.id });
  if (!row) throw await missing(ctx, outbox.resource, place.id);
  return openMessage(outbox, ctx, row);
}
