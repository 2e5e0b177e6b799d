import type { Ctx } from '../context/ctx.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../store/schema.ts';

type Sealing = Pick<Ctx, 'vault'>;

/** Sealed data of a delivery: the very bytes that it sends, which for a workflow's tasks hold the client's input. */
interface DeliveryData {
  readonly body: string;
}

/** Sealed data of an attempt: a receiver's answer may repeat the request, or hold secrets of its own. */
export interface AttemptData {
  /** The reason why there was no answer. */
  readonly error: string | null;
  /** First bytes of the answer. */
  readonly response_head: string | null;
}

/** The columns of a delivery's body, for the row `id`. */
export function sealBody({ vault }: Sealing, id: string, body: string): Pick<DeliveryRow, 'body' | 'data'> {
  return { body: '', data: vault.seal(id, { body } satisfies DeliveryData) };
}

/** The body of a delivery. A row of an earlier version isn't sealed. */
export function bodyOf({ vault }: Sealing, { id, body, data }: Pick<DeliveryRow, 'id' | 'body' | 'data'>): string {
  return data === null ? body : vault.open<DeliveryData>(id, data).body;
}

type AttemptColumns = Pick<DeliveryAttemptRow, 'error' | 'response_head' | 'data'>;

/** The columns of an attempt's result, for the row `id`. */
export function sealAttempt({ vault }: Sealing, id: string, { error, response_head }: AttemptData): AttemptColumns {
  return { error: null, response_head: null, data: vault.seal(id, { error, response_head } satisfies AttemptData) };
}

/** Result of an attempt. A row of an earlier version isn't sealed. */
export function attemptOf({ vault }: Sealing, row: Pick<DeliveryAttemptRow, 'id'> & AttemptColumns): AttemptData {
  return row.data === null ? row : vault.open<AttemptData>(row.id, row.data);
}
