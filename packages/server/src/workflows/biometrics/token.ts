import type { MediaKind } from '../../base/media-kind.ts';
import type { Ctx } from '../../context/ctx.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { listBiometricTokens } from '../../store/queries/biometric-tokens.ts';
import { findRun } from '../../store/queries/workflows.ts';
import type { BiometricTokenRow, WorkflowRunStatus } from '../../store/schema.ts';
import type { ScopedReader } from '../../store/store.ts';

/** Kinds of media from which a face is taken. */
export type FaceMediaKind = Extract<MediaKind, 'live_photo' | 'live_video' | 'motion_capture'>;

/** Sealed data of a biometric token. */
export interface KeptTemplate {
  readonly media_id: string;
  readonly media_type: FaceMediaKind;
  /** Model that computed the template; null in sandbox, where nothing analyses faces. */
  readonly model: string | null;
  /** Float32 values, little-endian, base64; null in sandbox. */
  readonly template: string | null;
}

/** The published client knows no other. */
export const tokenStatuses = [
  'awaiting_input',
  'processing',
  'error',
  'abandoned',
  'review',
  'declined',
  'approved',
] as const satisfies readonly WorkflowRunStatus[];
type TokenStatus = (typeof tokenStatuses)[number];

/** The face of a person, made in a run of one of the person's applicants. */
export interface BiometricToken extends KeptTemplate {
  readonly id: string;
  readonly applicant_id: string;
  readonly workflow_run_id: string;
  /** Status that a client has set, else the status of its run. */
  readonly status: TokenStatus;
  /** Unix milliseconds. */
  readonly created_at: number;
}

/**
 * Mark by which the tokens of a person are found: a keyed hash, hexadecimal, since the account's name for a person may name it.
 */
export function personMark({ account_id, environment, services }: Ctx, userId: string): string {
  return services.master.hash('biometric-tokens', JSON.stringify([account_id, environment, userId]));
}

/** A token from its row; undefined once its applicant is to be erased. */
export async function toToken(
  ctx: Ctx,
  row: BiometricTokenRow,
  read: ScopedReader = ctx.read,
): Promise<BiometricToken | undefined> {
  const applicant = await read.first(findApplicant, { id: row.applicant_id });
  if (!applicant || applicant.delete_at !== null) return undefined;
  const { id, applicant_id, workflow_run_id } = row;
  const of = row.status ?? (await read.first(findRun, { id: workflow_run_id }))?.status ?? 'error';
  const status = of === 'awaiting_client_input' ? 'awaiting_input' : of;
  const kept = ctx.vault.open<KeptTemplate>(id, row.data);
  return { ...kept, id, applicant_id, workflow_run_id, status, created_at: Number(row.created_at) };
}

/** The tokens of a person, newest first; empty for one that no run has named. */
export async function tokensOf(ctx: Ctx, userId: string, read: ScopedReader = ctx.read): Promise<BiometricToken[]> {
  const rows = await read.all(listBiometricTokens, { person: personMark(ctx, userId) });
  const tokens = await Promise.all(rows.map((row) => toToken(ctx, row, read)));
  return tokens.filter((token) => token !== undefined);
}
