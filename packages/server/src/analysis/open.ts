import { type Clock, MINUTE_MS } from '../base/clock.ts';
import type { Settings } from '../config/settings.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Analyser } from './analyser.ts';
import { LanedAnalyser } from './lanes.ts';
import { AnalyserPool } from './pool.ts';
import type { TaskName } from './tasks.ts';

/** Milliseconds without work after which a process gives its memory back. */
const IDLE_MS = 5 * MINUTE_MS;

/**
 * Bytes of a process, of whatever kind. With every model loaded it holds 520 to 660 MB after a document; the largest
 * pictures that uploads may be (64 MPx, progressive JPEG or interlaced PNG) take it to 0.9 to 1.4 GB for a moment. So two
 * processes hold less than 2 GB between tasks, and what goes beyond any picture is ended.
 */
const MEMORY = { most: 1_500_000_000, kept: 900_000_000 } as const;

/**
 * Bytes of a process that decodes pictures of uploads: within their budget they take it to 0.45 GB; see `decode-weight.ts`.
 */
const DECODER_MEMORY = { most: 1_000_000_000, kept: 300_000_000 } as const;

/**
 * Factor by which an analysis may take longer than its processor time. Analyses yield to other work: beside eight busy processes
 * on two cores one gets a tenth of a processor.
 */
const PATIENCE = 10;

/** Milliseconds of a processor that a picture of an upload may take to be decoded and judged. The largest take about one second. */
const DECODE_TIME = 10_000;

/** Milliseconds that an upload may wait for its picture to be decoded. libvips gives up after 30 s, which costs no process. */
const DECODE_PATIENCE = 40_000;

/** Milliseconds without work after which a decoder ends; another one starts within a tenth of a second. */
const DECODER_IDLE_MS = 60_000;

/** Bytes from which a picture is heavy: the samples of more than 21 megapixels in colour. */
const HEAVY_FROM = 64_000_000;

/**
 * Files of uploads that wait for a process. Each holds a connection and a file on the disk, and no bytes in memory. A heavy
 * one takes about a second, a light one less than a quarter.
 */
const BOUNDS = {
  light: { applicant: 64, account: 256, all: 1024 },
  heavy: { applicant: 4, account: 16, all: 64 },
} as const;

/** Judgements at once: one of a large picture leaves a process to the others. */
const JUDGES = 2;

/** Tasks for which a client waits: uploads, and an operator's examination of the service. */
const JUDGED: ReadonlySet<TaskName> = new Set(['quality', 'faces', 'logo', 'selfTest', 'portraitOn']);

/** Path of the worker beside the bundle that contains this module; see scripts/build.js. */
const WORKER = new URL('../analysis/worker.js', import.meta.url);

/**
 * Opens the analyser processes. None starts before there is something to analyse. Analyses that a client waits for have processes
 * of their own: a report takes seconds, and any number of them may wait.
 */
export function openAnalyser({ analysers, analysisTimeout }: Settings, clock: Clock, metrics: Metrics): Analyser {
  const reports = new AnalyserPool({
    script: WORKER,
    clock,
    processes: analysers,
    processorTime: analysisTimeout,
    patience: PATIENCE * analysisTimeout,
    idle: IDLE_MS,
    memory: MEMORY,
    shares: { bounds: BOUNDS },
    meter: { metrics, pool: 'reports' },
  });
  const judges = new AnalyserPool({
    script: WORKER,
    clock,
    processes: JUDGES,
    processorTime: DECODE_TIME,
    patience: DECODE_PATIENCE,
    idle: DECODER_IDLE_MS,
    memory: MEMORY,
    heavyFrom: HEAVY_FROM,
    shares: { placesOfHeavy: JUDGES - 1, bounds: BOUNDS },
    meter: { metrics, pool: 'judges' },
  });
  return new LanedAnalyser({ judged: JUDGED, judges, reports });
}

/**
 * The processes that decode the pictures of uploads, apart from those that analyse, so that no upload waits for a report.
 * They load no nets. One process is always left to light pictures, and one to other accounts than the busiest.
 */
export function openDecoder({ decoders }: Settings, clock: Clock, metrics: Metrics): Analyser {
  return new AnalyserPool({
    script: WORKER,
    clock,
    processes: decoders,
    processorTime: DECODE_TIME,
    patience: DECODE_PATIENCE,
    idle: DECODER_IDLE_MS,
    memory: DECODER_MEMORY,
    heavyFrom: HEAVY_FROM,
    shares: { placesOfHeavy: Math.floor(decoders / 2), placesOfAccount: decoders - 1, bounds: BOUNDS },
    meter: { metrics, pool: 'decoders' },
  });
}
