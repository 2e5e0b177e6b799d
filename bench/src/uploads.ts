import { setInterval as every } from 'node:timers/promises';
import { fixtureOf, startBare } from './baselines.ts';
import type { Bench } from './bench.ts';
import { ask, postCall, samplePerson, uploadCall } from './client.ts';
import { compare } from './load.ts';
import { noisePng } from './picture.ts';
import type { Line } from './table.ts';

const CONCURRENT = 50;

/** Pixels on a side of the picture: 836 × 836 × 3 bytes make 2 MB. */
const SIDE = 836;

/** Bytes of memory that so many uploads may take at most beyond what the service had before. */
const MOST_MEMORY = 150e6;

/** Uploads of one round. */
const REQUESTS = 100;

/** Milliseconds between looks at the memory. */
const LOOK_MS = 20;

/** Uploads of a document of 2 MB, 50 at once, and the memory that they take. */
export async function measureUploads(bench: Bench): Promise<Line[]> {
  const { service, place, prism, options } = bench;
  const token = service.live_token;
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
  const file = { name: 'passport.png', type: 'image/png', bytes: noisePng(SIDE) };
  const call = uploadCall('/v3.6/documents', token, { applicant_id: id, type: 'passport' }, file);
  const bare = await startBare(place, [await fixtureOf(service, call)]);
  const load = { rounds: options.uploadRounds, extent: { requests: REQUESTS }, connections: CONCURRENT };
  const target = { name: 'service', url: service.http_base_url, call };
  try {
    const before = service.child.memory().now;
    const memory = watchMemory(bench);
    await compare([target], { ...load, rounds: 1 });
    const extra = (await memory.highest()) - before;
    const targets = [target, { ...target, name: 'bare', url: bare.url }];
    if (prism) targets.push({ ...target, name: 'Prism', url: prism.url });
    const [ours, alone, mock] = await compare(targets, load);
    if (!ours || !alone) throw new Error('A target has no figures');
    return [
      {
        what: `upload of a 2 MB document, ${CONCURRENT} at once`,
        ...ours,
        ofBare: ours.rate / alone.rate,
        ...(mock?.failures === 0 ? { ofPrism: ours.rate / mock.rate } : {}),
        ...(ours.failures > 0 ? { figure: `${ours.failures} failed` } : {}),
      },
      {
        what: '… extra memory',
        figure: `${Math.round(extra / 1e6)} MB over ${Math.round(before / 1e6)} MB`,
        target: `< ${MOST_MEMORY / 1e6} MB`,
        met: extra < MOST_MEMORY && ours.failures === 0,
      },
    ];
  } finally {
    await bare.stop();
  }
}

/** Looks at the memory of the service again and again until it is asked for the highest. */
function watchMemory({ service }: Bench) {
  const stop = new AbortController();
  let highest = 0;
  const look = () => {
    highest = Math.max(highest, service.child.memory().now);
  };
  const looking = (async () => {
    for await (const _ of every(LOOK_MS, undefined, { signal: stop.signal })) look();
  })().catch(() => undefined);
  return {
    async highest(): Promise<number> {
      stop.abort();
      await looking;
      look();
      return highest;
    },
  };
}
