import type { Ctx } from '../../context/ctx.ts';
import type { SuppressionRow } from '../../store/schema.ts';
import type { RecordKey } from '../hit.ts';
import type { Basis } from './suppression-basis.ts';

/** Why a record is of another person. */
export const suppressionReasons = [
  'different_birth_date',
  'different_nationality',
  'different_id_number',
  'different_gender',
  'different_relatives',
  'other',
] as const;

export type SuppressionReason = (typeof suppressionReasons)[number];

/** What an operator rules out, and why. */
export interface SuppressionInput {
  readonly record: RecordKey;
  readonly reason: SuppressionReason;
  readonly note: string;
  /** After which the hit comes back, 1 to 36. */
  readonly months: number;
}

/** What is sealed of a suppression. */
export interface SuppressionData {
  readonly record: RecordKey;
  readonly reason: SuppressionReason;
  readonly note: string;
  /** The report whose hit was ruled out. */
  readonly report_id: string;
  readonly basis: Basis;
  /** Who confirmed it under four eyes, as `recordOf` writes it; absent where nobody had to. */
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
