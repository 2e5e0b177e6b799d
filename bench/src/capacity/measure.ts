import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf } from '../analysers.ts';
import type { StoreChoice } from '../arguments.ts';
import { ask, getCall, make, postCall, samplePerson, uploadCall } from '../client.ts';
import { type DataPlace, freshPlace, inDatabase } from '../database.ts';
import { processorTimeOf } from '../processor-time.ts';
import { type RunningService, startService } from '../service.ts';
import type { Costs } from './model.ts';

/** Published specimens. */
const DATA = 'test-data';
const FILES = {
  front: 'documents_mrz/cze_id_front.jpg',
  back: 'documents_mrz/cze_id_back.jpg',
  face: 'faces_pairs/london_010_neutral.jpg',
} as const;

/** Milliseconds between looks at a report. Each look is a request, as of a client without webhooks. */
const POLL_MS = 500;

const REPORTS = ['document', 'facial_similarity_photo', 'watchlist_standard'];

/**
 * Measures what one applicant costs: creation, three uploads, a check with three live reports, and their results. The applicants come
 * one after the other, so that the processor time of each is its own.
 */
export async function measureCosts(store: StoreChoice, count: number): Promise<Costs> {
  const place = await freshPlace(store);
  try {
    const service = await startService(place);
    try {
      // The first loads models and fills caches.
      await oneApplicant(service);
      await oneApplicant(service);
      const before = { ...(await used(service, place)), ...(await sizes(place)) };
      const analyses: number[] = [];
      let last = before.analysers;
      for (let i = 0; i < count; i++) {
        await oneApplicant(service);
        const { analysers } = await used(service, place);
        analyses.push(analysers - last);
        last = analysers;
      }
      const after = { ...(await used(service, place)), ...(await sizes(place)) };
      const each = (part: keyof typeof before) => (after[part] - before[part]) / count;
      return {
        service: each('service'),
        database: each('database'),
        analyses,
        rowBytes: each('rows'),
        mediaBytes: each('media'),
      };
    } finally {
      await service.stop();
    }
  } finally {
    await place.drop();
  }
}

async function oneApplicant(service: RunningService): Promise<void> {
  const token = service.live_token;
  const person = { ...samplePerson, location: { country_of_residence: 'GBR' } };
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, person));
  const upload = (path: string, fields: Record<string, string>, name: keyof typeof FILES) => {
    const file = {
      name: `${name}${extname(FILES[name])}`,
      type: 'image/jpeg',
      bytes: readFileSync(join(DATA, FILES[name])),
    };
    return make(service, uploadCall(`/v3.6/${path}`, token, { applicant_id: id, ...fields }, file));
  };
  const card = { type: 'national_identity_card', issuing_country: 'CZE' };
  await upload('documents', { ...card, side: 'front' }, 'front');
  await upload('documents', { ...card, side: 'back' }, 'back');
  await upload('live_photos', {}, 'face');
  const check = { applicant_id: id, report_names: REPORTS, privacy_notices_read_consent_given: true };
  const { id: checkId } = await ask<{ id: string }>(service, postCall('/v3.6/checks', token, check));
  for (;;) {
    const { reports } = await ask<{ reports: { status: string }[] }>(
      service,
      getCall(`/v3.6/reports?check_id=${checkId}`, token),
    );
    if (reports.every(({ status }) => status !== 'awaiting_data')) return;
    await pause(POLL_MS);
  }
}

/** Seconds of processor time so far. */
async function used({ child }: RunningService, place: DataPlace) {
  const secondsOf = (pid: number) => (processorTimeOf(pid) ?? 0) / 1e6;
  const sum = (pids: readonly number[]) => pids.reduce((all, pid) => all + secondsOf(pid), 0);
  const backends = await rowsOf(place, 'select pid from pg_stat_activity where datname = current_database()');
  return {
    service: secondsOf(child.pid),
    analysers: sum(childrenOf(child.pid).map(Number)),
    database: sum(backends.map(({ pid }) => Number(pid))),
  };
}

async function sizes(place: DataPlace): Promise<{ rows: number; media: number }> {
  const [size] = await rowsOf(place, 'select pg_database_size(current_database()) as bytes');
  const files = readdirSync(place.directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const sum = (wanted: (path: string) => boolean) =>
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter(wanted)
      .reduce((all, path) => all + statSync(path).size, 0);
  return {
    rows: size ? Number(size.bytes) : sum((path) => path.endsWith('bonafide.db')),
    media: sum((path) => path.includes('/media/')),
  };
}

/** Rows of a statement; none on the embedded store. */
async function rowsOf({ databaseUrl }: DataPlace, statement: string): Promise<Record<string, unknown>[]> {
  return databaseUrl ? (await inDatabase(databaseUrl, (client) => client.query(statement))).rows : [];
}
