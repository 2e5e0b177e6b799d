import type { Clock } from '../base/clock.ts';
import type { Settings } from '../config/settings.ts';
import type { Analyser } from './analyser.ts';
import { AnalyserPool } from './pool.ts';
import type { TaskName } from './tasks.ts';

/** Milliseconds without work after which a process gives its memory back. */
const IDLE_MS = 5 * 60_000;

/**
 * Bytes of a process, of whatever kind. With every model loaded it holds 520 to 660 MB after a document; the largest
 * pictures that uploads may be (64 MPx, progressive JPEG or interlaced PNG) take it to 0.9 to 1.4 GB for a moment. So two
 * processes hold less than 2 GB between tasks, and what goes beyond any picture is ended.
 */
const MEMORY = { most: 1_500_000_000, kept: 900_000_000 } as const;

/** Asked while somebody waits to be answered: by an upload, or by the operator who examines the service. */
export const URGENT: ReadonlySet<TaskName> = new Set([
  'quality',
  'faces',
  'logo',
  'selfTest',
  'printedPicture',
  'portraitOn',
  'drawing',
]);

/** The processes that analyse, none of which starts before there is something to analyse. */
export function openAnalyser({ analysers, analysisTimeout }: Settings, clock: Clock): Analyser {
  return new AnalyserPool({
    // Beside the bundle that this becomes a part of; see scripts/build.js.
    script: new URL('../analysis/worker.js', import.meta.url),
    clock,
    processes: analysers,
    timeout: analysisTimeout,
    idle: IDLE_MS,
    memory: MEMORY,
    urgent: URGENT,
  });
}
