import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freshDatabase } from '../../../packages/server/src/testing/database.ts';
import { freePort } from '../../../packages/server/src/testing/free-port.ts';
import { Api } from '../crash/api.ts';
import { startClients } from '../crash/clients.ts';
import { warmUp } from '../crash/kills.ts';
import { seeded } from '../crash/random.ts';
import { openReceiver } from '../crash/receiver.ts';
import type { Cleanup } from '../crash/run.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { mediaIn, type Verdict, verdictOn } from '../crash/verdict.ts';
import { openProxy, type ProxiedServer } from './proxy.ts';

/** Milliseconds of load between two restarts. */
const BETWEEN_MS = 500;

/** The value of `compose.yaml`. */
const STOP_DELAY_MS = 3_000;

export interface Options {
  readonly seed: number;
  /** Number of times that every process is restarted. */
  readonly rounds: number;
  readonly clients: number;
  readonly print: (line: string) => void;
}

export interface Result extends Verdict {
  readonly acknowledged: number;
  /** Requests that failed or got another answer than the API promises. */
  readonly failed: readonly string[];
  /** Milliseconds from SIGTERM to the end of the process, for each stop. */
  readonly stops: readonly number[];
  /** Stops that did not end with the exit code 0. */
  readonly badStops: readonly string[];
  readonly errors: readonly string[];
  readonly proxySaid: readonly string[];
}

/**
 * Restarts two API processes and two workers on PostgreSQL, one after the other, behind the proxy of `compose.yaml` while clients use
 * them. Compares the stored objects with the acknowledgements.
 */
export async function rollingRestart({ seed, rounds, clients, print }: Options, cleanup: Cleanup): Promise<Result> {
  const random = seeded(seed);
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-rolling-'));
  cleanup.add(() => rm(directory, { recursive: true, force: true }));
  const database = await freshDatabase();
  if (!database) throw new Error('DATABASE_URL is not set: several processes need PostgreSQL');
  cleanup.add(database.drop);
  const receiver = await openReceiver(seeded(seed + 1));
  cleanup.add(receiver.close);

  const servers: ProxiedServer[] = [];
  for (const name of ['api1', 'api2']) servers.push({ name, port: await freePort(), adminPort: await freePort() });
  const common = { directory, databaseUrl: database.url };
  const apis = servers.map(({ port, adminPort }, number) => {
    const flags = ['--port', String(port), '--admin-port', String(adminPort), '--stop-delay', String(STOP_DELAY_MS)];
    return new ServiceProcess({ ...common, number, role: 'api', flags });
  });
  const workers = [2, 3].map((number) => new ServiceProcess({ ...common, number, role: 'worker' }));
  const processes = [...apis, ...workers];
  for (const process of processes) cleanup.add(() => process.close());
  let ready: Awaited<ReturnType<ServiceProcess['ready']>> | undefined;
  for (const process of processes) {
    process.launch();
    const own = await process.ready();
    ready ??= own;
  }
  const first = ready!;
  const proxy = await openProxy(directory, { port: await freePort(), caFile: first.ca_file, servers });
  cleanup.add(proxy.close);
  await proxy.up(servers.length);

  // Behind the proxy the service never goes away, so no request may fail.
  const api = new Api({ life: 1, isOver: () => false }, { ...first, http_base_url: proxy.url });
  const { ledger, stop } = await startClients(api, receiver, random, clients);

  // The first pictures start the processes that examine them.
  await warmUp(ledger);
  const stops: number[] = [];
  const badStops: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const process of processes) {
      await pause(BETWEEN_MS);
      const { ms, code } = await process.stop();
      stops.push(ms);
      if (code !== 0) badStops.push(`${process.role} ended with ${code}`);
      process.launch();
      await process.ready();
      await proxy.up(servers.length);
      print(
        `  ${round}/${rounds}: ${process.role} ended after ${ms} ms, ${ledger.surprises.length} requests failed so far`,
      );
    }
  }
  await pause(BETWEEN_MS);
  await stop();
  print('  Settling …');
  const verdict = await verdictOn({ api, ledger, receiver, media: () => mediaIn(directory) });
  return {
    ...verdict,
    acknowledged: [...ledger.acknowledged.values()].reduce((sum, n) => sum + n, 0),
    failed: ledger.surprises,
    stops,
    badStops,
    errors: processes.flatMap(({ errors }) => errors),
    proxySaid: proxy.said(),
  };
}
