import type { Clock } from '../base/clock.ts';
import type { Settings } from '../config/settings.ts';
import type { Analyser } from './analyser.ts';
import { AnalyserPool } from './pool.ts';

/** Milliseconds without work after which a thread gives its memory back. */
const IDLE_MS = 5 * 60_000;

/** The threads that analyse, none of which starts before there is something to analyse. */
export function openAnalyser({ analysers, analysisTimeout }: Settings, clock: Clock): Analyser {
  return new AnalyserPool({
    // Beside the bundle that this becomes a part of; see scripts/build.js.
    script: new URL('../analysis/worker.js', import.meta.url),
    clock,
    threads: analysers,
    timeout: analysisTimeout,
    idle: IDLE_MS,
  });
}
