import { setTimeout as pause } from 'node:timers/promises';
import { audit } from './audit.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { Stage } from './run.ts';
import type { ServiceProcess } from './service-process.ts';

/** Milliseconds to the next kill: of a service at work, or, so often, of one that has only just started. */
const LIFE_MS = [200, 1_500] as const;
const YOUNG = 0.25;

/** A service is at work when it has acknowledged so many files since its start; no start takes longer than this. */
const FILES = 5;
const WARM_UP_MS = 10_000;
const LOOK_MS = 20;

/** Share of kills that hit a process that hasn't started yet; the next constant is the largest delay after its launch. */
const KILLED_AT_START = 0.2;
const START_MS = 250;

/** Kills processes and starts them again, so often. */
export async function killOften({ processes, api, ledger, random, print }: Stage, kills: number): Promise<string[]> {
  const lost: string[] = [];
  const [front] = processes as [ServiceProcess];
  for (let kill = 1; kill <= kills; kill++) {
    const launched = performance.now();
    if (!random.chance(YOUNG)) await warmUp(ledger);
    await pause(random.between(...LIFE_MS));
    const life = performance.now() - launched;
    const crashed = processes.find((process) => process.crashed);
    if (crashed) throw new Error(`The service (${crashed.role}) has ended by itself:\n${crashed.lastErrors()}`);
    const victims = victimsOf(processes, random);
    const takesFront = victims.includes(front);
    if (takesFront) api.shut();
    await Promise.all(victims.map((victim) => victim.kill()));
    for (const victim of victims) victim.launch();
    if (kill < kills && random.chance(KILLED_AT_START)) {
      kill += 1;
      await pause(random.between(0, START_MS));
      await Promise.all(victims.map((victim) => victim.kill()));
      for (const victim of victims) victim.launch();
    }
    const readies = await Promise.all(victims.map((victim) => victim.ready()));
    let seen = '';
    if (takesFront) {
      api.moveTo(readies[victims.indexOf(front)] as (typeof readies)[number]);
      const touched = ledger.takeTouched();
      const findings = await audit(api, ledger, touched);
      lost.push(...findings.lost);
      seen = `, ${touched.length} applicants looked at, ${findings.lost.length} lost`;
      api.open();
    }
    const roles = victims.map(({ role }) => role).join(' and ');
    print(`  ${kill}/${kills}: killed ${roles} after ${Math.round(life)} ms${seen}`);
  }
  return lost;
}

/** Waits until the service has acknowledged some files, or for long enough. */
export async function warmUp(ledger: Ledger): Promise<void> {
  const files = () => (ledger.acknowledged.get('documents') ?? 0) + (ledger.acknowledged.get('live_photos') ?? 0);
  const enough = files() + FILES;
  const deadline = performance.now() + WARM_UP_MS;
  while (files() < enough && performance.now() < deadline) await pause(LOOK_MS);
}

/** Any of the processes, or all of them. */
function victimsOf(processes: readonly ServiceProcess[], random: Random): ServiceProcess[] {
  const all = [...processes];
  return random.pick([...all.map((one) => [one]), all]);
}
