import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { ask, getCall, make, postCall, samplePerson } from './client.ts';
import { freshPlace } from './database.ts';
import { compare } from './load.ts';
import { startService } from './service.ts';
import type { Line } from './table.ts';

/** Applicants that are created. */
const COUNT = 8_000;

/** Lists of the empty database before, so that every connection has planned the query and kept its plan. */
const FIRST_LISTS = 100;

/** Connections that create applicants. */
const CLIENTS = 16;

/** Milliseconds between two lists while the database fills. */
const LIST_EVERY_MS = 250;

/**
 * Lists a second that a database must answer which has just filled: a plan made for the empty table read every row, and
 * answered 8.
 */
const LEAST_RATE = 200;

/** Applicants created within a minute on a new database, whose server knows no statistics of it; then its newest 20. */
export async function measureNewDatabase(store: StoreChoice, options: BenchOptions): Promise<Line[]> {
  const place = await freshPlace(store);
  try {
    const service = await startService(place);
    try {
      const token = service.live_token;
      const list = getCall('/v3.6/applicants?per_page=20', token);
      const create = postCall('/v3.6/applicants', token, samplePerson);
      const firstLists = async () => {
        for (let i = 0; i < FIRST_LISTS / CLIENTS; i++) await make(service, list);
      };
      await Promise.all(Array.from({ length: CLIENTS }, firstLists));

      let slowest = 0;
      let filling = true;
      const lists = (async () => {
        while (filling) {
          const start = performance.now();
          await ask(service, list);
          slowest = Math.max(slowest, performance.now() - start);
          await pause(LIST_EVERY_MS);
        }
      })();
      const start = performance.now();
      let created = 0;
      const client = async () => {
        for (let i = created++; i < COUNT; i = created++) {
          const due = start + (i * options.fillSeconds * 1000) / COUNT;
          if (due > performance.now()) await pause(due - performance.now());
          await ask(service, create);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      const seconds = Math.round((performance.now() - start) / 1000);
      filling = false;
      await lists;

      const target = { name: 'service', url: service.http_base_url, call: list, pid: service.child.pid };
      const [found] = await compare([target], options);
      if (!found) throw new Error('The list has no figures');
      return [
        {
          what: `list, new database with ${COUNT.toLocaleString('en')} applicants of ${seconds} s`,
          ...found,
          figure: `slowest list meanwhile ${Math.round(slowest)} ms`,
          target: `≥ ${LEAST_RATE} a second`,
          met: found.rate >= LEAST_RATE && found.failures === 0,
        },
      ];
    } finally {
      await service.stop();
    }
  } finally {
    await place.drop();
  }
}
