import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltService, PATIENCE_MS, startBuilt } from '../live/built.ts';
import { watchMemory } from './memory.ts';

/** Goals, printed beside the measurements. `npm run bench -- --only crowding` measures latency. */
const GOAL = { latencyMs: 1000, megabytes: 400 };

/** Most megabytes of the API process, far above the goal: more means that it holds whole pictures. */
const MOST_MEGABYTES = 600;

const ATTACKERS = 10;

/** Uploads of the other account while the attack lasts, and milliseconds between them. */
const OTHERS = 6;

/** Memory is read as Linux shows it. */
const linux = existsSync('/proc/self/status');

const plain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#8899aa' }, limitInputPixels: false });

/** 64 megapixels of one colour, so that they are small as a file; the samples of 16 bits are beyond the budget. */
const large = {
  '16 bits': () => plain(8000).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  '8 bits': () => plain(8000).png({ progressive: true }).toBuffer(),
};

let service: BuiltService;
let other: string;
const pictures: Record<string, Buffer> = {};
beforeAll(async () => {
  for (const [name, draw] of Object.entries(large)) pictures[name] = await draw();
  // What a camera saw isn't even: so it has the least size of a file, too.
  pictures.small = await sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer();
  service = await startBuilt();
  const made = JSON.parse(service.bonafide('account', 'create', 'Other Ltd', '--json'));
  const token = service.bonafide(
    'token',
    'create',
    '--account',
    made.id,
    '--environment',
    'live',
    '--name',
    'test',
    '--json',
  );
  other = JSON.parse(token).token;
}, PATIENCE_MS);
afterAll(() => service.stop());

const applicant = async (token: string): Promise<string> =>
  (await service.call(token, 'POST', '/v3.6/applicants', { first_name: 'Maja', last_name: 'Lindqvist' })).id;

/** Uploads a picture of a document; the status of the answer. */
async function upload(authorization: string, applicantId: string, picture: Buffer): Promise<number> {
  const form = new FormData();
  form.append('applicant_id', applicantId);
  form.append('type', 'passport');
  form.append('file', new Blob([new Uint8Array(picture)]), 'passport');
  const answer = await fetch(`${service.baseUrl}/v3.6/documents`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  const text = await answer.text();
  if (answer.status === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(text).not.toContain('corrupt');
  return answer.status;
}

/** Browsers of one account that upload again and again until they are stopped; how often each status was answered. */
async function attack(send: (authorization: string, id: string) => Promise<number>) {
  const statuses: Record<number, number> = {};
  let stopped = false;
  const browsers = Array.from({ length: ATTACKERS }, async () => {
    const id = await applicant(service.liveToken);
    const { token } = await service.call(service.liveToken, 'POST', '/v3.6/sdk_token', { applicant_id: id });
    while (!stopped) {
      const status = await send(`Bearer ${token}`, id);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  return async () => {
    stopped = true;
    await Promise.all(browsers);
    return statuses;
  };
}

describe.skipIf(!linux)('ten browsers of one account with large pictures (needs Linux)', () => {
  test.each([
    ['beyond the budget', ['16 bits'], [422]],
    ['within the budget', ['8 bits'], [201, 422, 503]],
    ['of both kinds, three at once each', ['16 bits', '8 bits', '8 bits'], [201, 422, 503]],
  ])("%s hold up no other account's upload", { timeout: PATIENCE_MS }, async (name, sent, expected) => {
    const id = await applicant(other);
    const timed = async () => {
      const start = performance.now();
      expect(await upload(`Token token=${other}`, id, pictures.small!)).toBe(201);
      return Math.round(performance.now() - start);
    };
    await timed();
    const alone = await timed();
    const memory = watchMemory(service.pid);
    const end = await attack(async (authorization, victim) => {
      const answers = await Promise.all(sent.map((one) => upload(authorization, victim, pictures[one]!)));
      return Math.max(...answers);
    });
    const latencies: number[] = [];
    for (let i = 0; i < OTHERS; i++) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      latencies.push(await timed());
    }
    const statuses = await end();
    const megabytes = await memory.stop();
    const slowest = Math.max(...latencies);
    console.log(
      `${ATTACKERS} browsers, pictures ${name}: the other account waited at most ${slowest} ms (goal ${GOAL.latencyMs}; alone ${alone}), ` +
        `the API process took ${megabytes} MB (goal ${GOAL.megabytes}); the browsers got ${JSON.stringify(statuses)}`,
    );
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
    for (const status of Object.keys(statuses)) expect(expected).toContain(Number(status));
  });
});

/** Uploads of a browser on a fast line, all at once. */
const AT_ONCE = 40;

test.skipIf(!linux)(
  'forty uploads of 10 MB at once stay out of memory (needs Linux)',
  { timeout: PATIENCE_MS },
  async () => {
    const small = pictures.small!;
    // What follows the end of a JPEG is not part of the picture: the file is as large as one may be.
    const largest = Buffer.concat([small, randomBytes(10 * 1024 * 1024 - small.length)]);
    const ids = await Promise.all(Array.from({ length: AT_ONCE }, () => applicant(other)));
    const memory = watchMemory(service.pid);
    const statuses = await Promise.all(ids.map((id) => upload(`Token token=${other}`, id, largest)));
    const megabytes = await memory.stop();
    console.log(`${AT_ONCE} uploads of 10 MB at once: the API process took ${megabytes} MB (goal ${GOAL.megabytes})`);
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  },
);
