import { setImmediate } from 'node:timers/promises';
import { MINUTE_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import type { UploadKind } from '../../reports/live/tools.ts';
import { likenessIds, otherLikenesses } from '../../store/queries/likenesses.ts';
import type { Scope } from '../../store/query.ts';
import type { LikenessRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';

/** Holder of the searched likenesses: an account in one environment. */
export interface LikenessHolder extends Scope, Pick<Ctx, 'read' | 'vault'> {
  readonly services: Pick<Services, 'store' | 'clock'>;
}

/** A likeness out of its seal. */
export interface OpenedLikeness {
  readonly id: string;
  readonly applicant_id: string;
  readonly type: UploadKind;
  readonly embedding?: Float32Array;
  readonly hash?: string;
}

/** Sealed data of a likeness. */
export interface SealedLikeness {
  type: UploadKind;
  /** Float32 values, little-endian, base64. */
  embedding?: string;
  /** See `perceptualHash`. */
  hash?: string;
}

/** Rows that are looked at before others get their turn: 5 to 10 milliseconds, half a megabyte where they are opened. */
const PAGE = 1000;

/** Number of likenesses remembered in all: a face takes 1.6 KB. Beyond it, each search opens the seals again. */
const MOST_REMEMBERED = 100_000;

/** Milliseconds without a search after which likenesses are forgotten: nobody's face stays in memory without need. */
const REMEMBERED_MS = 10 * MINUTE_MS;

/**
 * A cache of decrypted likenesses. A search among 100,000 faces takes 0.4 s with the cache, and 5 s without it
 * (`npm run bench -- --only known-faces`). Each search asks the store for the current ids, from its index alone. So additions and
 * deletions by other processes count at once.
 */
class Memory {
  readonly #kept = new Map<string, Map<string, OpenedLikeness>>();
  readonly #staying = new Map<string, () => void>();

  /** Likenesses of a holder, for a while from now on. */
  of(key: string, clock: Services['clock']): Map<string, OpenedLikeness> {
    const kept = this.#kept.get(key) ?? new Map<string, OpenedLikeness>();
    this.#kept.set(key, kept);
    this.#staying.get(key)?.();
    const stay = clock.schedule(REMEMBERED_MS, () => {
      this.#kept.delete(key);
      this.#staying.delete(key);
    });
    this.#staying.set(key, stay);
    return kept;
  }

  /** Number of likenesses that may still be remembered. */
  get room(): number {
    let size = 0;
    for (const kept of this.#kept.values()) size += kept.size;
    return MOST_REMEMBERED - size;
  }
}

const memories = new WeakMap<Store, Memory>();

/** All likenesses of a kind, page by page in the order of their ids. */
export async function* likenessesOf(
  holder: LikenessHolder,
  what: LikenessRow['what'],
): AsyncGenerator<OpenedLikeness[]> {
  const { store, clock } = holder.services;
  const memory = memories.get(store) ?? new Memory();
  memories.set(store, memory);
  const kept = memory.of(`${holder.account_id} ${holder.environment} ${what}`, clock);
  const gone = new Set(kept.keys());
  for (let after = ''; ; await setImmediate()) {
    const rows = await holder.read.all(likenessIds, { what, after, limit: PAGE });
    const known = rows.flatMap(({ id }) => kept.get(id) ?? []);
    const page = known.length === rows.length ? known : await openPage(holder, what, { after, kept });
    let { room } = memory;
    for (const likeness of page) {
      gone.delete(likeness.id);
      if (kept.has(likeness.id) || room <= 0) continue;
      kept.set(likeness.id, likeness);
      room -= 1;
    }
    yield page;
    // What was added or erased between the two queries has moved the end of the page.
    const last = page.at(-1) ?? rows.at(-1);
    if (!last || rows.length < PAGE) break;
    after = last.id;
  }
  for (const id of gone) kept.delete(id);
}

async function openPage(
  { read, vault }: LikenessHolder,
  what: LikenessRow['what'],
  { after, kept }: { after: string; kept: ReadonlyMap<string, OpenedLikeness> },
): Promise<OpenedLikeness[]> {
  const rows = await read.all(otherLikenesses, { what, applicant_id: '', after, limit: PAGE });
  return rows.map(({ id, applicant_id, data }) => {
    const known = kept.get(id);
    if (known) return known;
    const { type, embedding, hash } = vault.open<SealedLikeness>(id, data);
    return { id, applicant_id, type, ...(embedding && { embedding: vectorOf(embedding) }), ...(hash && { hash }) };
  });
}

/** A vector as it is sealed. */
export function vectorText(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

/** A sealed vector as it was. */
export function vectorOf(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  // A buffer of the pool may begin anywhere; floats want a multiple of four.
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
