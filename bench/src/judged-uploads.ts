import { readFileSync } from 'node:fs';
import type { Bench } from './bench.ts';
import { ask, getCall, postCall, samplePerson, uploadCall } from './client.ts';
import { latencies, quantile, RATE } from './latencies.ts';
import type { Line } from './table.ts';

/** Simultaneous uploads. Each waits for the judgement of its picture. */
const UPLOADS = 10;

/** Live checks that wait while uploads are judged, and most seconds of the slowest judgement beside them. */
const QUEUED = 10;
const MOST_SECONDS = 3;

/** Judgements one after the other, alone and beside the checks. */
const JUDGEMENTS = 5;

/** Largest ratio by which the slowest requests may take longer meanwhile. */
const MOST_RATIO = 3;

/** Seconds of requests for a 99th percentile that a single slow one doesn't make. */
const LEAST_SECONDS = 12;

/** A published specimen. */
const SPECIMEN = 'test-data/documents_mrz/cze_id_front.jpg';

/**
 * GET of an applicant at an even rate, alone and while ten uploads with `validate_image_quality` are judged; and how long a
 * judgement takes, alone and while ten live checks wait.
 */
export async function measureJudgedUploads({ service, options }: Bench): Promise<Line[]> {
  const token = service.live_token;
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
  const get = getCall(`/v3.6/applicants/${id}`, token);
  const file = { name: 'front.jpg', type: 'image/jpeg', bytes: readFileSync(SPECIMEN) };
  const fields = { applicant_id: id, type: 'national_identity_card', side: 'front', validate_image_quality: 'true' };
  const upload = uploadCall('/v3.6/documents', token, fields, file);
  const judged = async () => {
    const { method, path, headers, body } = upload;
    // Any verdict is an answer: it is the work before it that counts.
    const answer = await fetch(service.http_base_url + path, { method, headers, body: new Uint8Array(body as Buffer) });
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`An upload answered ${answer.status}`);
  };
  const measure = () => latencies(() => ask(service, get), Math.max(options.checkSeconds, LEAST_SECONDS));

  await judged(); // Starts the analysers.
  const alone = await measure();
  let running = true;
  let count = 0;
  const uploads = Array.from({ length: UPLOADS }, async () => {
    while (running) {
      await judged();
      count++;
    }
  });
  const beside = await measure();
  running = false;
  await Promise.all(uploads);

  const queued = await besideChecks({ judged, check: () => ask(service, checkOf(token, id)) });

  const [p99Alone, p99] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  const ratio = p99 / p99Alone;
  return [
    { what: 'GET applicant, nothing else', rate: RATE, p50: quantile(alone, 0.5), p99: p99Alone },
    {
      what: `GET applicant while ${UPLOADS} uploads are judged`,
      rate: RATE,
      p50: quantile(beside, 0.5),
      p99,
      figure: `${ratio.toFixed(1)} × alone, ${count} judged`,
      target: `p99 ≤ ${MOST_RATIO} × alone`,
      met: ratio <= MOST_RATIO,
    },
    ...queued,
  ];
}

const checkOf = (token: string, applicant_id: string) => {
  const body = { applicant_id, report_names: ['document'], privacy_notices_read_consent_given: true };
  return postCall('/v3.6/checks', token, body);
};

/** `check` begins a live check of the pictures that were uploaded before. */
async function besideChecks({
  judged,
  check,
}: {
  judged(): Promise<void>;
  check(): Promise<unknown>;
}): Promise<Line[]> {
  const judgements = async () => {
    const seconds: number[] = [];
    for (let i = 0; i < JUDGEMENTS; i++) {
      const start = performance.now();
      await judged();
      seconds.push((performance.now() - start) / 1000);
    }
    return seconds.sort((a, b) => a - b);
  };
  const alone = await judgements();
  for (let i = 0; i < QUEUED; i++) await check();
  const beside = await judgements();
  const worst = beside.at(-1)!;
  const text = (seconds: readonly number[]) =>
    `median ${seconds[seconds.length >> 1]!.toFixed(2)} s, at most ${seconds.at(-1)!.toFixed(2)} s`;
  return [
    { what: 'upload with validate_image_quality, nothing else', figure: text(alone) },
    {
      what: `upload with validate_image_quality under ${QUEUED} queued live checks`,
      figure: text(beside),
      target: `≤ ${MOST_SECONDS} s`,
      met: worst <= MOST_SECONDS,
    },
  ];
}
