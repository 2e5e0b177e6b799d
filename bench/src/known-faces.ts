import { compareFaces, EMBEDDING_LENGTH } from '@bonafide/verification';
import { makeIds } from '../../packages/server/src/base/ids.ts';
import { findLikeFaces, sealLikeness } from '../../packages/server/src/checks/reports/likenesses.ts';
import type { Account } from '../../packages/server/src/context/account.ts';
import { AccountDirectory } from '../../packages/server/src/context/account-directory.ts';
import { defaultDecision } from '../../packages/server/src/context/decision-settings.ts';
import { putLikeness } from '../../packages/server/src/store/queries/likenesses.ts';
import type { Store } from '../../packages/server/src/store/store.ts';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { type DataPlace, freshPlace } from './database.ts';
import { deploymentKeysOf, openStore } from './open-store.ts';
import { startService } from './service.ts';
import type { Line } from './table.ts';

const clock = { now: () => Date.now(), schedule: () => () => {} };

const COUNTS = [10_000, 100_000];

/** Faces of one transaction. */
const BATCH = 1_000;

/** Milliseconds that a search among 100,000 faces may take: a report has seconds, and others wait meanwhile. */
const MOST_MS = 1_000;

/** Searches for a face among many stored ones, beside a bare loop over the same faces in memory. */
export async function measureKnownFaces(choice: StoreChoice, { rounds }: BenchOptions): Promise<Line[]> {
  const place = await freshPlace(choice);
  try {
    const { account, store } = await openAccount(place);
    try {
      const scope = { account_id: account.id, environment: 'live' } as const;
      const holder = { ...scope, read: store.within(scope), vault: account.vault, services: { store, clock } };
      const faces: Float32Array[] = [];
      const lines: Line[] = [];
      for (const count of COUNTS) {
        await seed(store, account, { faces, count });
        const wanted = faces[count >> 1]!;
        const search = async () => assertOne((await findLikeFaces(holder, 'nobody', wanted, LEAST)).length);
        const first = await timed(search);
        const [bare, stored]: number[][] = [[], []];
        for (let round = 0; round < rounds; round += 1) {
          bare!.push(await timed(async () => assertOne(among(faces, wanted))));
          stored!.push(await timed(search));
        }
        const what = `known faces among ${count.toLocaleString('en')}`;
        const p50 = median(stored!);
        lines.push({ what: `${what}, bare loop`, p50: median(bare!) });
        lines.push({ what: `${what}, seals opened`, p50: first });
        lines.push({ what, p50, ...(count === 100_000 && { target: `≤ ${MOST_MS} ms`, met: p50 <= MOST_MS }) });
      }
      return lines;
    } finally {
      await store.close();
    }
  } finally {
    await place.drop();
  }
}

const LEAST = defaultDecision.known_face_score;

/** The store of a service that was started once, and its account. */
async function openAccount(place: DataPlace): Promise<{ account: Account; store: Store }> {
  const service = await startService(place);
  await service.stop();
  const store = await openStore(place);
  const master = await deploymentKeysOf(store, place);
  const account = await new AccountDirectory(store, master, clock).find(service.accountId);
  if (!account) throw new Error('The account to seed is not there');
  return { account, store };
}

/** Adds faces until there are `count`, each of an applicant of its own. */
async function seed(store: Store, account: Account, { faces, count }: { faces: Float32Array[]; count: number }) {
  const ids = makeIds(clock);
  while (faces.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - faces.length) }, randomFace);
    await store.transaction(async (system) => {
      const tx = system.within({ account_id: account.id, environment: 'live' });
      for (const embedding of batch) {
        const id = ids.uuid();
        const data = sealLikeness(account.vault, { id, type: 'live_photos' }, { embedding });
        await tx.run(putLikeness, { id, applicant_id: ids.uuid(), what: 'face', data });
      }
    });
    faces.push(...batch);
  }
}

/** Numbers of length 1, as `embed` gives them. */
function randomFace(): Float32Array {
  const face = Float32Array.from({ length: EMBEDDING_LENGTH }, () => Math.random() - 0.5);
  const length = Math.hypot(...face);
  return face.map((value) => value / length);
}

function among(faces: readonly Float32Array[], wanted: Float32Array): number {
  let found = 0;
  for (const face of faces) if (compareFaces(wanted, face) >= LEAST) found += 1;
  return found;
}

function assertOne(found: number): void {
  if (found !== 1) throw new Error(`Found ${found} faces, not the stored face`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
