import type { Ctx } from '../../context/ctx.ts';
import type { SuppressionRow } from '../../store/schema.ts';
import type { RecordKey } from '../hit.ts';
import type { Basis } from './suppression-basis.ts';

/** Reasons why a record describes another person. */
export const suppressionReasons = [
  'different_birth_date',
  'different_nationality',
  'different_id_number',
  'different_gender',
  'different_relatives',
  'other',
] as const;

export type SuppressionReason = (typeof suppressionReasons)[number];

/** An operator's suppression of a record, with the reason. */
export interface SuppressionInput {
  readonly record: RecordKey;
  readonly reason: SuppressionReason;
  readonly note: string;
  /** Months after which the hit comes back, 1 to 36. */
  readonly months: number;
}

/** Sealed data of a suppression. */
export interface SuppressionData {
  readonly record: RecordKey;
  readonly reason: SuppressionReason;
  readonly note: string;
  /** The report whose hit was ruled out. */
  readonly report_id: string;
  readonly basis: Basis;
  /** Principal who confirmed it under dual control, as `recordOf` writes it; absent if no confirmation was required. */
  readonly confirmed_by?: string;
}

/** A record that is ruled out for one applicant. */
export interface Suppression extends SuppressionData, Omit<SuppressionRow, 'data' | 'account_id' | 'environment'> {}

export function toSuppression(ctx: Ctx, { data, account_id: _, environment: __, ...row }: SuppressionRow): Suppression {
  const { created_at, expires_at, ended_at } = row;
  return {
    ...row,
    created_at: Number(created_at),
    expires_at: Number(expires_at),
    ended_at: ended_at === null ? null : Number(ended_at),
    ...ctx.vault.open<SuppressionData>(row.id, data),
  };
}

/** The records that suppressions of an applicant rule out now. */
export const activeRecords = (ctx: Ctx, rows: readonly SuppressionRow[]): RecordKey[] =>
  rows
    .filter(({ state, expires_at }) => state === 'active' && Number(expires_at) > ctx.now())
    .map((row) => toSuppression(ctx, row).record);
