import {
  countriesOfState,
  type SealFound,
  type SealKeyFile,
  type SealScheme,
  type SealTrust,
} from '@bonafide/verification';
import { recordChange } from '../../audit/record.ts';
import { isoDate } from '../../base/clock.ts';
import { invalid, notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { type Principal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { deleteSealKeys, insertSealKey, listSealKeyRows, sealKeysOf } from '../../store/queries/seal-keys.ts';
import { allTrusted, trustedOf } from './state-certificates.ts';
import { firstReasons, type Imported, importOf, readTrustFile } from './trust-files.ts';

/** Most bytes of a file of keys. */
export const SEAL_KEY_BYTES = 1024 * 1024;

/** A loaded key of an issuer of signed barcodes. */
export interface LoadedSealKey extends Imported {
  readonly scheme: SealScheme;
  readonly fingerprint: string;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  /** Name by which seals refer to the key; null if they name none. */
  readonly reference: string | null;
  /** Subject of the certificate; null for a bare key. */
  readonly subject: string | null;
  readonly algorithm: string;
  /** Unix milliseconds; null where the period is open. */
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly source: string;
}

export interface SealKeyImport {
  readonly source: string;
  /** Number of keys that were not there before. */
  readonly keys: number;
  /** Number of keys that were already loaded. */
  readonly known: number;
  /** Refused parts, with reasons. */
  readonly refused: string[];
}

interface SealKeyOrder {
  readonly file: Uint8Array;
  readonly source: string;
  readonly scheme: SealScheme;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
}

/**
 * Loads the keys of a file (`readSealKeys` has the rules of trust) under the name `source`, all in one transaction. Throws
 * `validation_error` under `file` where nothing of it can be taken, or `unavailable`.
 */
export async function importSealKeys(
  services: Services,
  order: SealKeyOrder,
  principal: Principal,
): Promise<SealKeyImport> {
  const { file, source, scheme, country } = order;
  if (file.length === 0) throw invalid({ file: ['must not be empty'] });
  const { store, clock } = services;
  const read = await readFile(services, order);
  const refused = firstReasons(read.refused);
  if (read.keys.length === 0) throw invalid({ file: refused.length > 0 ? refused : ['has no keys to load'] });
  const kept = { source, imported_at: clock.now(), imported_by: recordOf(principal) };
  const keys = await store.transaction(async (tx) => {
    let added = 0;
    for (const { der, validFrom, validTo, ...key } of read.keys) {
      const row = { ...key, ...kept, der: Buffer.from(der), valid_from: validFrom, valid_to: validTo };
      added += await tx.run(insertSealKey, row);
    }
    const details = { scheme, country, keys: added };
    recordChange(services, tx, { action: 'seal_keys_imported', object_id: source, details, principal });
    return added;
  });
  return { source, keys, known: read.keys.length - keys, refused };
}

async function readFile(services: Services, { file, scheme, country }: SealKeyOrder): Promise<SealKeyFile> {
  const { analyser, clock } = services;
  const input = { bytes: file, scheme, country, today: isoDate(clock.now()), ...(await allTrusted(services)) };
  return readTrustFile(() => analyser.run('sealKeys', input));
}

/** Every loaded key, by country and scheme. */
export async function listSealKeys({ store }: Services): Promise<LoadedSealKey[]> {
  return (await store.system.all(listSealKeyRows, {})).map((row) => ({
    ...row,
    ...importOf(row),
    scheme: row.scheme as SealScheme,
    valid_from: numberOrNull(row.valid_from),
    valid_to: numberOrNull(row.valid_to),
  }));
}

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));

/** Removes the key of a fingerprint, or all that were loaded under a name. The answer is how many. Throws `resource_not_found`. */
export async function removeSealKeys(
  services: Services,
  named: string,
  principal: Principal,
): Promise<{ keys: number }> {
  return services.store.transaction(async (tx) => {
    const keys = await tx.run(deleteSealKeys, { named });
    if (keys === 0) throw notFound('SealKeys', named);
    recordChange(services, tx, { action: 'seal_keys_removed', object_id: named, details: { keys }, principal });
    return { keys };
  });
}

/** Schemes whose signers lead to the signing authority of a state. */
const CHAINED: ReadonlySet<SealScheme> = new Set(['icao_vds', 'icao_idb']);

/** Everything loaded that these seals may be verified with. */
export async function sealTrustOf(
  ctx: Ctx,
  seals: readonly Pick<SealFound, 'scheme' | 'issuer'>[],
): Promise<Omit<SealTrust, 'today'>> {
  const keys: SealTrust['keys'][number][] = [];
  for (const scheme of new Set(seals.map((seal) => seal.scheme))) {
    for (const row of await ctx.services.store.system.all(sealKeysOf, { scheme })) {
      const { country, reference, der, valid_from, valid_to } = row;
      const period = { validFrom: numberOrNull(valid_from), validTo: numberOrNull(valid_to) };
      keys.push({ scheme, country, reference, der, ...period });
    }
  }
  const states = seals.flatMap(({ scheme, issuer }) => (CHAINED.has(scheme) && issuer ? countriesOfState(issuer) : []));
  return { keys, ...(await trustedOf(ctx, states)) };
}
