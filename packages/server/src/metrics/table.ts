/**
 * Every metric of the service, once. `Metrics` counts by this table, `/metrics` shows it, and `docs/operations/monitoring.md` lists it.
 *
 * To add a metric, add its row here and to the table in `docs/operations/monitoring.md`. Then call `services.metrics.count`,
 * `observe` or `set` where the thing happens; the compiler knows the names, the labels and their values. A part that is opened
 * before the services gets `metrics` as an argument.
 *
 * The values of each label are listed here. No label has a value that comes from outside: no id, name, path or address.
 */

/** Label whose values the service knows at its start: templates of routes, its version. Only `Metrics.provide` gives such series. */
export const atStart = 'known at the start';

type LabelValues = Readonly<Record<string, readonly string[] | typeof atStart>>;

interface Counter<L extends LabelValues = LabelValues> {
  readonly type: 'counter';
  readonly help: string;
  readonly labels: L;
}

interface Gauge<L extends LabelValues = LabelValues> {
  readonly type: 'gauge';
  readonly help: string;
  readonly labels: L;
}

interface Histogram<L extends LabelValues = LabelValues> {
  readonly type: 'histogram';
  readonly help: string;
  readonly labels: L;
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

export type Metric = Counter | Gauge | Histogram;

/** A number that only grows. Its name ends in `_total`. */
function counter<const L extends LabelValues>(help: string, labels: L): Counter<L> {
  return { type: 'counter', help, labels };
}

/** A number that rises and falls. */
function gauge<const L extends LabelValues>(help: string, labels: L): Gauge<L> {
  return { type: 'gauge', help, labels };
}

/** Counts of observed values by bucket, with their sum. Its name ends in the unit, such as `_seconds`. */
function histogram<const L extends LabelValues>(help: string, labels: L, buckets: readonly number[]): Histogram<L> {
  return { type: 'histogram', help, labels, buckets };
}

/** Upper bounds in seconds: of requests and calls, and of work that takes up to days. */
const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

const WORK_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200, 86_400] as const;

/** Kinds of jobs, as `jobSubjects` has them; a test compares the two. */
const jobKinds = [
  'check',
  'report',
  'workflow_run',
  'watchlist_monitor',
  'monitor_sweep',
  'delivery',
  'mail',
  'message',
  'erasure',
  'snapshot',
  'binary_media',
  'blob',
  'upkeep',
  'search_rebuild',
  'reseal',
  'account_erasure',
  'failed_sign_in',
  'document_expiry',
  'document_erasure',
  'sandbox_clock',
  'information_request',
] as const;

/** Report types of v3; a test compares them with `reportNames`. */
const reports = [
  'document',
  'document_with_address_information',
  'document_with_driving_licence_information',
  'document_with_driver_verification',
  'document_video',
  'document_video_with_address_information',
  'facial_similarity_photo',
  'facial_similarity_photo_fully_auto',
  'facial_similarity_video',
  'facial_similarity_motion',
  'known_faces',
  'identity_enhanced',
  'watchlist_standard',
  'watchlist_enhanced',
  'watchlist_aml',
  'watchlist_peps_only',
  'watchlist_sanctions_only',
  'proof_of_address',
  'right_to_work',
  'us_driving_licence',
  'device_intelligence',
  'india_pan',
  'phone_verification',
  'retired',
] as const;

/** Pools of processes: analyses of reports, analyses for which a client waits, and pictures of uploads. */
const analyserPools = ['reports', 'judges', 'decoders'] as const;

/** Analyses, as `analysis/tasks.ts` has them; the compiler compares the two. */
const analyses = [
  'decode',
  'cameraFrame',
  'chip',
  'passiveAuthentication',
  'activeAuthentication',
  'chipTask',
  'chipProof',
  'stateFile',
  'sealKeys',
  'credentialIssuers',
  'statusList',
  'credentialStatus',
  'credential',
  'seals',
  'chipPortrait',
  'closeUp',
  'documentSides',
  'quality',
  'faces',
  'photo',
  'livePhoto',
  'liveVideo',
  'portraits',
  'addressProof',
  'logo',
  'signable',
  'printedPicture',
  'portraitOn',
  'pictureCrop',
  'pageCount',
  'drawing',
  'selfTest',
] as const;

const OK_OR_FAILED = ['ok', 'failed'] as const;

export const metricsTable = {
  bonafide_http_request_duration_seconds: histogram(
    'Requests, by the time from their headers to their answer',
    {
      api: ['v1', 'v2', 'v3', 'operator', 'dashboard', 'pages', 'none'],
      method: atStart,
      route: atStart,
      status: ['1xx', '2xx', '3xx', '4xx', '5xx'],
    },
    CALL_SECONDS,
  ),
  bonafide_jobs_ended_total: counter('Runs of background jobs', {
    kind: jobKinds,
    outcome: ['done', 'failed', 'postponed', 'interrupted', 'lease_lost'],
  }),
  bonafide_job_duration_seconds: histogram('Duration of runs of background jobs', { kind: jobKinds }, WORK_SECONDS),
  bonafide_jobs_running: gauge('Background jobs that this process runs now', { kind: jobKinds }),
  bonafide_jobs_due: gauge('Background jobs that are due and wait; at most 2,000 of each lane are counted', {
    kind: jobKinds,
  }),
  bonafide_jobs_oldest_due_age_seconds: gauge('Time for which the oldest due job waits', { kind: jobKinds }),
  bonafide_webhook_attempt_duration_seconds: histogram(
    'Attempts to deliver to a webhook, by the time to the status of the answer',
    {
      outcome: [
        ...['2xx', '3xx', '4xx', '5xx', 'timeout', 'dns', 'address_refused', 'connection', 'tls', 'protocol'],
        ...['invalid_request', 'oauth'],
      ] as const,
    },
    CALL_SECONDS,
  ),
  bonafide_webhook_deliveries_total: counter('Deliveries to webhooks, by what an attempt led to', {
    outcome: ['acknowledged', 'postponed', 'given_up', 'webhook_off'],
  }),
  bonafide_report_duration_seconds: histogram(
    'Time from the creation of a report to its result',
    { report: reports, environment: ['sandbox', 'live'] },
    WORK_SECONDS,
  ),
  bonafide_analysis_duration_seconds: histogram(
    'Analyses, by the time from their start in a process to their end',
    {
      pool: analyserPools,
      task: analyses,
      outcome: ['ok', 'refused', 'too_slow', 'no_time', 'crashed', 'stopped'],
    },
    WORK_SECONDS,
  ),
  bonafide_analyses: gauge('Analyses that run in a process, and analyses that wait for one', {
    pool: analyserPools,
    state: ['running', 'waiting'],
  }),
  bonafide_analyses_refused_total: counter('Analyses that were refused because too many waited', {
    pool: analyserPools,
  }),
  bonafide_analyser_memory_bytes: histogram(
    'Resident memory of an analyser process after an analysis',
    { pool: analyserPools },
    [100_000_000, 200_000_000, 300_000_000, 500_000_000, 700_000_000, 900_000_000, 1_200_000_000, 1_500_000_000],
  ),
  bonafide_analyser_exits_total: counter('Analyser processes that ended', {
    pool: analyserPools,
    reason: ['idle', 'memory', 'too_slow', 'no_time', 'crashed', 'stopped'],
  }),
  bonafide_uploads_total: counter('Uploads of applicants, and files that members attach to cases', {
    kind: [
      ...['document', 'earlier_document', 'live_photo', 'id_photo', 'live_video', 'motion_capture', 'document_video'],
      ...['signing_document', 'signed_document', 'signature_receipt', 'snapshot', 'binary_media', 'case_file'],
    ] as const,
    outcome: ['stored', 'refused', 'failed'],
  }),
  bonafide_store_connections: gauge('Connections to the database: open, and with a statement under way', {
    state: ['open', 'busy'],
  }),
  bonafide_store_transactions_waiting: gauge(
    'Transactions that wait for a connection or for a commit to be written',
    {},
  ),
  bonafide_certificate_days_left: gauge('Days until a certificate or list ends; of several, the first to end', {
    certificate: ['tls', 'evidence', 'state', 'state_revocation_list'],
  }),
  bonafide_build_info: gauge('Always 1; the labels say what runs', {
    version: atStart,
    commit: atStart,
    node: atStart,
    store: atStart,
    role: atStart,
  }),
  bonafide_metrics_read_failures_total: counter('Looks at /metrics for which some numbers could not be read', {}),
  bonafide_storage_call_duration_seconds: histogram(
    'Duration of calls of the object store',
    { store: ['disk', 's3'], call: ['put', 'get', 'has', 'delete'], outcome: ['ok', 'missing', 'failed'] },
    CALL_SECONDS,
  ),
  bonafide_last_backup_timestamp_seconds: gauge(
    'Time of the rows in the last backup that this process made or found, Unix seconds; absent without scheduled backups',
    {},
  ),
  bonafide_redis_up: gauge('Whether the last call of Redis succeeded, 1 or 0; absent without Redis', {}),
  bonafide_redis_call_duration_seconds: histogram(
    'Duration of calls of Redis',
    { call: ['rate_limit', 'room', 'publish'], outcome: [...OK_OR_FAILED, 'timeout'] },
    CALL_SECONDS,
  ),
} as const satisfies Record<string, Metric>;

type Table = typeof metricsTable;
export type MetricName = keyof Table;

/** Names of the metrics of a type. */
export type NamesOf<Type extends Metric['type']> = {
  [N in MetricName]: Table[N] extends { readonly type: Type } ? N : never;
}[MetricName];

/** The labels of a metric, each with one of its values. */
export type LabelsOf<N extends MetricName> = {
  readonly [L in keyof Table[N]['labels']]: Table[N]['labels'][L] extends readonly (infer V)[] ? V : never;
};
