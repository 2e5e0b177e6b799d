import type { Clock } from '../base/clock.ts';
import type { Settings } from '../config/settings.ts';
import type { Analyser } from './analyser.ts';
import { AnalyserPool } from './pool.ts';

/** Milliseconds without work after which a process gives its memory back. */
const IDLE_MS = 5 * 60_000;

/** Bytes of a process, of whatever kind, above which it is ended: two of them take no more than 2 GB. */
const MOST_MEMORY = 1_000_000_000;

/** The processes that analyse, none of which starts before there is something to analyse. */
export function openAnalyser({ analysers, analysisTimeout }: Settings, clock: Clock): Analyser {
  return new AnalyserPool({
    // Beside the bundle that this becomes a part of; see scripts/build.js.
    script: new URL('../analysis/worker.js', import.meta.url),
    clock,
    processes: analysers,
    timeout: analysisTimeout,
    idle: IDLE_MS,
    memory: MOST_MEMORY,
  });
}
