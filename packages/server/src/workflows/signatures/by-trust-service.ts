import { X509Certificate } from 'node:crypto';
import type { Ctx } from '../../context/ctx.ts';
import { holds, signatureAlgorithms } from '../../crypto/signature-algorithm.ts';
import type { Signer } from '../../crypto/signer.ts';
import { NotSignable } from '../../signatures/not-signable.ts';
import type { Signature, TrustSignatures } from '../../signatures/signature.ts';
import { type TrustService, TrustServiceRefused } from '../../signatures/trust-service/trust-service.ts';
import { findTask } from '../../store/queries/workflows.ts';
import { hasEnded, type Run, type Task, toRun, toTask } from '../runs/run.ts';
import { saveSignature } from '../runs/tasks.ts';

interface About {
  readonly run: Run;
  readonly task: Task;
}

/** Signers of the documents of a task. */
export interface Signers {
  readonly chain: readonly Buffer[];
  /** Signing time in the documents. */
  readonly at: Date;
  /** Signs one of them. */
  of(documentId: string): Signer;
}

/** Finds out whether a qualified signature could be made: better now than once the applicant has read. Throws as `trustSigners` does. */
export async function assureTrustService(ctx: Ctx, run: Pick<Run, 'id'>): Promise<void> {
  await heeding(serviceOf(ctx).credential(run.id));
}

/**
 * The signers of a task by the trust service. Each answer of the service is kept at once, so that it is asked no second time for
 * a document while the rest of the work is tried again. And whatever is tried again is the same: the time in a document is the
 * time of the applicant's act, so a second request, after an answer that was lost, is for the same hash.
 *
 * Throws `NotSignable` where the service refuses, and `unavailable` where it doesn't answer.
 */
export async function trustSigners(ctx: Ctx, { run, task }: About, signature: Signature): Promise<Signers> {
  const { by_trust_service: kept, documents } = signature;
  const reference = `${run.id}/${task.id}`;
  let signer: Promise<Signer> | undefined;
  const ask = () => {
    signer ??= heeding(serviceOf(ctx).credential(reference));
    return signer;
  };
  const whole = kept !== undefined && documents.every(({ id }) => kept.values[id] !== undefined);
  const { chain, algorithm } = whole ? opened(kept) : await ask();
  const own = new X509Certificate(chain[0] as Buffer);
  // What another certificate has signed is signed again.
  let values = kept && own.raw.equals(opened(kept).chain[0] as Buffer) ? kept.values : {};
  const of = (documentId: string): Signer => ({
    chain,
    algorithm,
    async sign(data) {
      const known = values[documentId];
      const before = known === undefined ? undefined : Buffer.from(known, 'base64');
      if (before && holds(algorithm, own.publicKey, data, before)) return before;
      const by = await ask();
      if (!own.raw.equals(by.chain[0] as Buffer))
        throw new NotSignable('The trust service has changed its certificate');
      const value = await heeding(by.sign(data));
      values = { ...values, [documentId]: value.toString('base64') };
      await storeSignature(ctx, { run, task }, { chain: chain.map(base64Of), algorithm: algorithm.name, values });
      return value;
    },
  });
  // Readers take no signature that is older than its certificate.
  const at = new Date(Math.max(signature.acts.at(-1)?.at ?? 0, Date.parse(own.validFrom)));
  return { chain, at, of };
}

function serviceOf({ services: { trustServices }, sandbox }: Ctx): TrustService {
  const service = sandbox ? trustServices.sandbox : trustServices.live;
  if (service) return service;
  throw new NotSignable('No trust service is set up. A qualified signature needs a trust service');
}

/** Ends the run when the trust service refuses. */
async function heeding<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TrustServiceRefused) throw new NotSignable(`The trust service ${error.message}`);
    throw error;
  }
}

const base64Of = (bytes: Buffer): string => bytes.toString('base64');

function opened({ chain, algorithm }: TrustSignatures): Pick<Signer, 'chain' | 'algorithm'> {
  return {
    chain: chain.map((certificate) => Buffer.from(certificate, 'base64')),
    algorithm: signatureAlgorithms[algorithm],
  };
}

/** Keeps what the trust service has signed, while its task is being signed. */
async function storeSignature(
  ctx: Ctx,
  { run: { id, applicant_id }, task }: About,
  by_trust_service: TrustSignatures,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const locked = await tx.lock({ applicant: applicant_id, run: id });
    const run = locked.run && toRun(ctx, locked.run);
    if (!run || hasEnded(run)) return;
    const row = await tx.first(findTask, { workflow_run_id: id, id: task.id });
    const now = row && toTask(ctx, run, row);
    // In sandbox, where no applicant is asked, its documents have no row yet.
    if (!now || now.completed || now.signature?.stage !== 'sealing') return;
    await saveSignature(ctx, tx, { ...now, signature: { ...now.signature, by_trust_service } });
  });
}
