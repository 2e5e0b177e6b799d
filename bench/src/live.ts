import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startAnalyser, watchAnalysers } from './analysers.ts';
import type { Bench } from './bench.ts';
import { ask, getCall, make, postCall, samplePerson, uploadCall } from './client.ts';
import { latencies, quantile, RATE } from './latencies.ts';
import { median } from './load.ts';
import type { RunningService } from './service.ts';
import type { Line } from './table.ts';

/** Published specimens. */
export const DATA = 'test-data';

export const FILES = {
  passport: 'documents_mrz/USA-Passport-2020.jpeg',
  front: 'documents_mrz/cze_id_front.jpg',
  back: 'documents_mrz/cze_id_back.jpg',
  face: 'faces_pairs/london_010_neutral.jpg',
  letter: 'proof_of_address/bank_statement_0.png',
} as const;

/** Seconds, bytes and milliseconds that are asked for at most. */
const MOST = { quality: 0.3, document: 2.5, photo: 0.7, video: 3, proofOfAddress: 2, memory: 2e9, p99: 50 } as const;

/** Seconds of requests for a 99th percentile that a single slow one doesn't make. */
const LEAST_SECONDS = 12;

const POLL_MS = 25;

const person = { ...samplePerson, location: { country_of_residence: 'GBR' } };

const today = new Date().toISOString().slice(0, 10);

const bytesOf = (name: keyof typeof FILES) => readFileSync(join(DATA, FILES[name]));
const typeOf = (name: string) => (extname(name) === '.png' ? 'image/png' : 'image/jpeg');

/** Live reports on specimens through HTTP, beside the analyser's task alone; memory; and what requests notice of them. */
export async function measureLive({ service, options }: Bench): Promise<Line[]> {
  const people = liveClient(service);
  const count = options.rounds;
  const analyser = startAnalyser();
  const memory = watchAnalysers(service);
  try {
    const lines = [
      besideBare(
        reportLine('upload with validate_image_quality', MOST.quality, await repeat(count, people.quality)),
        await bareQuality(analyser, count),
      ),
      besideBare(
        reportLine('document, front and back', MOST.document, await repeat(count, people.document)),
        await bareDocument(analyser, count),
      ),
      reportLine('facial similarity photo', MOST.photo, await repeat(count, people.photo)),
      ...(await videoLines(people, count)),
      reportLine('proof of address', MOST.proofOfAddress, await repeat(count, people.proofOfAddress)),
      ...(await requestLines(service, people, Math.max(options.checkSeconds, LEAST_SECONDS))),
    ];
    const steady = memory.now();
    const peak = memory.stop();
    return [
      ...lines,
      {
        what: 'memory of all analysers',
        figure: `peak ${Math.round(peak / 1e6)} MB, then ${Math.round(steady / 1e6)} MB`,
        target: `≤ ${MOST.memory / 1e6} MB`,
        met: peak <= MOST.memory,
      },
    ];
  } finally {
    memory.stop();
    analyser.stop();
  }
}

/** Actions of an applicant to get a live report; each returns the seconds from the request for the check to its end. */
export function liveClient(service: RunningService) {
  const token = service.live_token;
  const applicant = async () => (await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, person))).id;
  const upload = (path: string, fields: Record<string, string>, name: keyof typeof FILES) => {
    const file = { name: `${name}${extname(FILES[name])}`, type: typeOf(FILES[name]), bytes: bytesOf(name) };
    return make(service, uploadCall(`/v3.6/${path}`, token, fields, file));
  };
  const seconds = async (applicant_id: string, report: string) => {
    const start = performance.now();
    const body = { applicant_id, report_names: [report], privacy_notices_read_consent_given: true };
    const { report_ids } = await ask<{ report_ids: string[] }>(service, postCall('/v3.6/checks', token, body));
    for (;;) {
      const { status } = await ask<{ status: string }>(service, getCall(`/v3.6/reports/${report_ids[0]}`, token));
      if (status !== 'awaiting_data') return (performance.now() - start) / 1000;
      await pause(POLL_MS);
    }
  };
  const idCard = async () => {
    const applicant_id = await applicant();
    const fields = { applicant_id, type: 'national_identity_card', issuing_country: 'CZE' };
    await upload('documents', { ...fields, side: 'front' }, 'front');
    await upload('documents', { ...fields, side: 'back' }, 'back');
    return applicant_id;
  };
  return {
    /** @param bytes JPEG */
    async passport(bytes: Buffer) {
      const applicant_id = await applicant();
      const file = { name: 'passport.jpg', type: 'image/jpeg', bytes };
      await make(service, uploadCall('/v3.6/documents', token, { applicant_id, type: 'passport' }, file));
      return seconds(applicant_id, 'document');
    },
    document: async () => seconds(await idCard(), 'document'),
    async photo() {
      const applicant_id = await idCard();
      await upload('live_photos', { applicant_id }, 'face');
      return seconds(applicant_id, 'facial_similarity_photo');
    },
    async video(bytes: Buffer) {
      const applicant_id = await idCard();
      const sdk = await ask<{ token: string }>(service, postCall('/v3.6/sdk_token', token, { applicant_id }));
      const headers = { authorization: `Bearer ${sdk.token}` };
      const asked = postCall('/v3.6/live_video_challenge', token, undefined);
      const { data } = await ask<{ data: { id: string; challenge: unknown } }>(service, { ...asked, headers });
      const fields = { challenge: JSON.stringify(data.challenge), challenge_id: data.id };
      const sent = uploadCall('/v3.6/live_videos', token, fields, { name: 'video.mp4', type: 'video/mp4', bytes });
      await make(service, { ...sent, headers: { ...sent.headers, ...headers } });
      return seconds(applicant_id, 'facial_similarity_video');
    },
    async proofOfAddress() {
      const applicant_id = await applicant();
      const fields = { applicant_id, type: 'bank_building_society_statement', issuing_country: 'GBR' };
      await upload('documents', fields, 'letter');
      return seconds(applicant_id, 'proof_of_address');
    },
    /** Seconds of an upload that asks for the quality of its picture. */
    async quality() {
      const fields = { applicant_id: await applicant(), type: 'national_identity_card', side: 'front' };
      const start = performance.now();
      await upload('documents', { ...fields, validate_image_quality: 'true' }, 'front');
      return (performance.now() - start) / 1000;
    },
  };
}

type Client = ReturnType<typeof liveClient>;
type OwnAnalyser = ReturnType<typeof startAnalyser>;

/** One after the other; the first, which loads models, isn't counted. */
async function repeat(count: number, run: () => Promise<number>): Promise<number[]> {
  await run();
  const seconds: number[] = [];
  for (let i = 0; i < count; i++) seconds.push(await run());
  return seconds;
}

/** Both sides, one after the other, without the service. */
function bareDocument(analyser: OwnAnalyser, count: number): Promise<number[]> {
  const files = (['front', 'back'] as const).map((id) => ({ id, bytes: bytesOf(id), mediaType: typeOf(FILES[id]) }));
  return repeat(count, async () => {
    let sum = 0;
    for (const file of files) sum += await analyser.seconds('documentSides', { file, today });
    return sum;
  });
}

const bareQuality = (analyser: OwnAnalyser, count: number) =>
  repeat(count, () => analyser.seconds('quality', { bytes: bytesOf('front'), document: true }));

const shown = (seconds: number) => `${seconds.toFixed(2)} s`;

function reportLine(what: string, most: number, seconds: readonly number[]): Line {
  return {
    what,
    figure: `median ${shown(median(seconds))}, p90 ${shown(quantile(seconds, 0.9))}`,
    target: `median ≤ ${most} s`,
    met: median(seconds) <= most,
  };
}

const besideBare = (line: Line, bare: readonly number[]): Line => ({
  ...line,
  figure: `${line.figure}; the analyser alone ${shown(median(bare))}`,
});

/** A video of a face that comes nearer, five seconds long, as telephones record it. */
export function clip(): Buffer {
  const filter = "scale=1440:-2,zoompan=z='1+0.002*on':d=150:s=720x1280:fps=30";
  const output = [
    '-frames:v',
    '150',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    'frag_keyframe+empty_moov',
  ];
  const args = ['-loglevel', 'error', '-i', join(DATA, FILES.face), '-vf', filter, ...output, '-f', 'mp4', 'pipe:1'];
  return execFileSync('ffmpeg', args, { maxBuffer: 50e6 });
}

async function videoLines(people: Client, count: number): Promise<Line[]> {
  const what = 'facial similarity video';
  if (spawnSync('ffmpeg', ['-version']).status !== 0) return [{ what, figure: 'no ffmpeg here' }];
  const video = clip();
  return [reportLine(what, MOST.video, await repeat(count, () => people.video(video)))];
}

/** Requests at an even rate, alone and while two checks run at any time. */
async function requestLines(service: RunningService, people: Client, seconds: number): Promise<Line[]> {
  const token = service.live_token;
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
  const call = getCall(`/v3.6/applicants/${id}`, token);
  const measure = () => latencies(() => ask(service, call), seconds);
  const alone = await measure();
  let running = true;
  const reports = [0, 1].map(async () => {
    while (running) await people.document();
  });
  const beside = await measure();
  running = false;
  await Promise.all(reports);
  const line = (what: string, values: readonly number[]): Line => ({
    what,
    rate: RATE,
    p50: quantile(values, 0.5),
    p99: quantile(values, 0.99),
  });
  const p99 = quantile(beside, 0.99);
  return [
    line('GET applicant, nothing else', alone),
    { ...line('GET applicant while two checks run', beside), target: `p99 < ${MOST.p99} ms`, met: p99 < MOST.p99 },
  ];
}
