/**
 * Every setting, once: its flag, environment variable, default and meaning. The command line, the reader of the
 * environment and `docs/reference/settings.md` are made from this table.
 */

import type { KnownSpecimen } from '@bonafide/verification';
import ipaddr from 'ipaddr.js';
import { DAY_MS } from '../base/clock.ts';
import { isMailbox } from '../base/mail-address.ts';
import { isRedisUrl } from '../base/redis-url.ts';
import { areHeaders, isProviderUrl } from '../base/sms-settings.ts';
import { smtpServer } from '../base/smtp-url.ts';
import { FORMS, isBucket, isEndpoint, isPrefix, type MediaLocation, parseLocation } from './media-location.ts';

interface Entry<T> {
  readonly flag: string;
  readonly env: string;
  readonly fallback: T;
  readonly unit?: string;
  readonly meaning: string;
  /** Turns text into the value; throws with a reason that the operator can read. */
  parse(text: string): T;
}

function text(flag: string, env: string, fallback: string, meaning: string): Entry<string> {
  return { flag, env, fallback, meaning, parse: (value) => value };
}

function maybe(flag: string, env: string, meaning: string): Entry<string | null> {
  return { flag, env, fallback: null, meaning, parse: (value) => value || null };
}

/** Returns whether a text is an address of a time-stamp authority. Many answer plain HTTP: what they send is signed. */
function isTsaUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
}

/** A text that may be absent, and is refused with `reason` when it doesn't fit: never with itself, it may be a secret. */
function judged(
  flag: string,
  env: string,
  meaning: string,
  { fits, reason }: { fits(text: string): boolean; reason: string },
): Entry<string | null> {
  return {
    ...maybe(flag, env, meaning),
    parse(value) {
      if (value !== '' && !fits(value)) throw new Error(reason);
      return value || null;
    },
  };
}

function list(flag: string, env: string, meaning: string): Entry<readonly string[]> {
  const parse = (value: string) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  return { flag, env, fallback: [], meaning, parse };
}

function countries(flag: string, env: string, fallback: readonly string[], meaning: string): Entry<readonly string[]> {
  const entry = list(flag, env, meaning);
  return {
    ...entry,
    fallback,
    parse(value) {
      const codes = entry.parse(value).map((code) => code.toUpperCase());
      const wrong = codes.filter((code) => !/^[A-Z]{3}$/.test(code));
      if (wrong.length > 0) throw new Error(`must be ISO 3166-1 alpha-3 codes, but ${wrong.join(', ')} is not`);
      return codes;
    },
  };
}

function specimens(flag: string, env: string, meaning: string): Entry<readonly KnownSpecimen[]> {
  const entry = list(flag, env, meaning);
  return {
    ...entry,
    fallback: [],
    parse: (value) =>
      entry.parse(value).map((text) => {
        const { country, number, surname, given } =
          /^(?<country>[A-Z]{3}):(?:(?<surname>[^/]+)\/(?<given>[^/]+)|(?<number>[^/]+))$/.exec(text)?.groups ?? {};
        if (!country) throw new Error(`must be COUNTRY:NUMBER or COUNTRY:SURNAME/GIVEN NAMES, but ${text} is not`);
        const source = 'this setting';
        return number
          ? { country, documentNumber: number, source }
          : { country, surname: surname!, givenNames: given!, source };
      }),
  };
}

function ranges(flag: string, env: string, meaning: string): Entry<readonly string[]> {
  const entry = list(flag, env, meaning);
  return {
    ...entry,
    parse(value) {
      const parsed = entry.parse(value);
      const wrong = parsed.filter((range) => !ipaddr.isValid(range) && !ipaddr.isValidCIDR(range));
      if (wrong.length > 0) throw new Error(`must be addresses or CIDR ranges, but ${wrong.join(', ')} is not`);
      return parsed;
    },
  };
}

function integer(
  flag: string,
  env: string,
  fallback: number,
  unit: string,
  [least, most]: readonly [number, number],
  meaning: string,
): Entry<number> {
  return {
    flag,
    env,
    fallback,
    unit,
    meaning,
    parse(value) {
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < least || number > most) {
        throw new Error(`must be a whole number from ${least} to ${most}, not "${value}"`);
      }
      return number;
    },
  };
}

/** The role that a group of the OpenID provider gives in an account; `*` is every account. */
export interface RoleOfGroup {
  readonly group: string;
  readonly account: string;
  readonly role: 'admin' | 'reviewer' | 'developer' | 'auditor';
}

function groupRoles(flag: string, env: string, meaning: string): Entry<readonly RoleOfGroup[]> {
  const entry = list(flag, env, meaning);
  return {
    ...entry,
    fallback: [],
    parse: (value) =>
      entry.parse(value).map((text) => {
        const { group, account, role } =
          /^(?<group>.+)=(?<account>\*|[0-9a-f-]{36}):(?<role>admin|reviewer|developer|auditor)$/.exec(text)?.groups ??
          {};
        if (!group) throw new Error(`must be GROUP=ACCOUNT:ROLE or GROUP=*:ROLE, but ${text} is not`);
        return { group, account: account!, role: role as RoleOfGroup['role'] };
      }),
  };
}

/** An issuer is asked over HTTPS; on this machine plain HTTP does. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

function choice<T extends string>(
  flag: string,
  env: string,
  fallback: T,
  values: readonly T[],
  meaning: string,
): Entry<T> {
  return {
    flag,
    env,
    fallback,
    meaning: `${meaning} (${values.join(', ')})`,
    parse(value) {
      if (!values.includes(value as T)) throw new Error(`must be one of ${values.join(', ')}, not "${value}"`);
      return value as T;
    },
  };
}

/** A time between two events, in minutes, from a text such as `5m` or `1h`; null for an empty text. */
function minutesOf(text: string): number | null {
  if (text === '') return null;
  const [, count, unit] = /^(\d{1,4})(m|h)$/.exec(text) ?? [];
  const minutes = Number(count) * (unit === 'h' ? 60 : 1);
  if (minutes >= 1) return minutes;
  throw new Error(`must be minutes or hours such as 5m or 1h, not "${text}"`);
}

const PORTS = [0, 65_535] as const;

export const settingsTable = {
  mode: choice(
    'mode',
    'BONAFIDE_MODE',
    'production',
    ['development', 'production'],
    'development creates its own certificate, accepts plain HTTP on loopback and delivers webhooks to loopback',
  ),
  data: text('data', 'BONAFIDE_DATA', './data', 'directory of the embedded store, the media and the keys'),
  host: text('host', 'BONAFIDE_HOST', '127.0.0.1', 'address to listen on; 0.0.0.0 for all addresses'),
  port: integer('port', 'BONAFIDE_PORT', 8443, 'port', PORTS, 'port of the API over HTTPS; 0 picks a free port'),
  httpPort: integer(
    'http-port',
    'BONAFIDE_HTTP_PORT',
    8080,
    'port',
    PORTS,
    'port for plain HTTP on loopback, for development and trusted proxies; 0 picks a free port',
  ),
  adminPort: {
    ...integer('admin-port', 'BONAFIDE_ADMIN_PORT', 0, 'port', PORTS, ''),
    fallback: null,
    meaning:
      'port for the probes /livez and /readyz, for /version and /metrics, over plain HTTP without credentials; 0 picks a free port; not set: none of them',
  } as Entry<number | null>,
  adminHost: text('admin-host', 'BONAFIDE_ADMIN_HOST', '127.0.0.1', 'address that the admin port listens on'),
  stopDelay: integer(
    'stop-delay',
    'BONAFIDE_STOP_DELAY',
    0,
    'ms',
    [0, 60_000],
    'time after SIGTERM for which requests are still accepted while /readyz fails, so that a proxy sends no more of them before ' +
      'the ports close; for roles that answer requests behind a proxy',
  ),
  minFreeSpace: integer(
    'min-free-space',
    'BONAFIDE_MIN_FREE_SPACE',
    100,
    'MiB',
    [0, 1_000_000],
    'minimum free space of the data directory; below it the service is not ready, and the doctor warns below ten times this value',
  ),
  readyFile: maybe(
    'ready-file',
    'BONAFIDE_READY_FILE',
    'file to write addresses and tokens to (JSON) when the service is ready',
  ),
  commit: judged(
    'commit',
    'BONAFIDE_COMMIT',
    'commit of the source, which /version and the metrics show; the build of an image sets it',
    { fits: (text) => /^[0-9a-f]{7,64}$/.test(text), reason: 'must be 7 to 64 hexadecimal digits' },
  ),
  role: choice(
    'role',
    'BONAFIDE_ROLE',
    'all',
    ['all', 'api', 'worker', 'analyser'],
    'work of this process: api answers requests, worker runs jobs, analyser runs only the jobs that need the nets of live analysis',
  ),
  region: choice(
    'region',
    'BONAFIDE_REGION',
    'eu',
    ['eu', 'us', 'ca'],
    'region of this deployment, part of its tokens',
  ),
  publicUrl: maybe(
    'public-url',
    'BONAFIDE_PUBLIC_URL',
    'base address that clients use; default https://localhost:<port>',
  ),
  dashboardUrl: maybe(
    'dashboard-url',
    'BONAFIDE_DASHBOARD_URL',
    'base address of results_uri; default <public-url>/dashboard',
  ),
  sessionIdle: integer(
    'session-idle',
    'BONAFIDE_SESSION_IDLE',
    30,
    'minutes',
    [1, 1_440],
    'of inactivity after which a dashboard member is signed out',
  ),
  sessionHours: integer(
    'session-hours',
    'BONAFIDE_SESSION_HOURS',
    12,
    'hours',
    [1, 168],
    'after which a dashboard member must sign in again',
  ),
  requestLogDays: integer(
    'request-log-days',
    'BONAFIDE_REQUEST_LOG_DAYS',
    30,
    'days',
    [0, 366],
    'that the dashboard keeps API requests, without the values of their bodies; 0 keeps none',
  ),
  preV3Hosts: list('pre-v3-hosts', 'BONAFIDE_PRE_V3_HOSTS', 'host names (comma separated) that refuse v3 paths'),
  tlsCert: maybe('tls-cert', 'BONAFIDE_TLS_CERT', 'certificate chain, PEM file'),
  tlsKey: maybe('tls-key', 'BONAFIDE_TLS_KEY', 'private key of the certificate, PEM file'),
  trustedProxies: ranges(
    'trusted-proxies',
    'BONAFIDE_TRUSTED_PROXIES',
    'addresses or CIDR ranges (comma separated) whose x-forwarded-proto and x-forwarded-for headers are trusted',
  ),
  databaseUrl: maybe('database-url', 'DATABASE_URL', 'PostgreSQL to keep rows in; without it the embedded store'),
  databaseDirectUrl: maybe(
    'database-direct-url',
    'BONAFIDE_DATABASE_DIRECT_URL',
    'PostgreSQL itself if --database-url names a pooler in transaction mode, such as PgBouncer: used for migrations and to listen ' +
      'for changes of other processes',
  ),
  redisUrl: judged(
    'redis-url',
    'BONAFIDE_REDIS_URL',
    'Redis or Valkey that several processes share for rate limits and for rooms of capture SDKs, ' +
      'redis://user:password@host:port/database, or rediss://… for TLS. Not set: each process counts on its own',
    {
      fits: isRedisUrl,
      reason: 'must be redis://host:port, redis://user:password@host:port/0 or the same with rediss, percent encoded',
    },
  ),
  redisTimeout: integer(
    'redis-timeout',
    'BONAFIDE_REDIS_TIMEOUT',
    50,
    'ms',
    [10, 60_000],
    'time after which Redis counts as down if it does not answer; requests then go on with limits of each process',
  ),
  backupTo: maybe(
    'backup-to',
    'BONAFIDE_BACKUP_TO',
    'place of backups: a directory on another disk or machine, or s3:BUCKET/PREFIX; see docs/operations/backup.md',
  ),
  backupEvery: {
    flag: 'backup-every',
    env: 'BONAFIDE_BACKUP_EVERY',
    fallback: null,
    meaning: 'time between two backups that the service makes by itself, such as 5m or 1h; not set: it makes none',
    parse: minutesOf,
  } as Entry<number | null>,
  backupDays: integer(
    'backup-days',
    'BONAFIDE_BACKUP_DAYS',
    30,
    'days',
    [1, 3_650],
    'whose last backup is kept; of the last 24 hours all backups are',
  ),
  backupRows: choice(
    'backup-rows',
    'BONAFIDE_BACKUP_ROWS',
    'on',
    ['on', 'off'],
    'whether backups contain the rows; off: media and keys only, for rows that the tools of PostgreSQL back up',
  ),
  migrate: choice(
    'migrate',
    'BONAFIDE_MIGRATE',
    'auto',
    ['auto', 'off'],
    'whether the service runs the migrations of its version at its start; off: it refuses a store that lacks some, until ' +
      'bonafide migrate has run them',
  ),
  s3Bucket: judged(
    's3-bucket',
    'BONAFIDE_S3_BUCKET',
    'bucket for the bytes of media, on any store that speaks the S3 protocol; see docs/operations/storage.md. ' +
      'Not set: the folder media of the data directory',
    { fits: isBucket, reason: 'must be a name of 3 to 63 lower-case letters, digits, dots and hyphens' },
  ),
  s3Prefix: {
    ...text('s3-prefix', 'BONAFIDE_S3_PREFIX', '', 'beginning of all keys in the bucket, such as bonafide/media'),
    parse(value) {
      if (!isPrefix(value)) throw new Error('must be names of letters, digits, - and _, separated by slashes');
      return value;
    },
  } as Entry<string>,
  s3Endpoint: judged('s3-endpoint', 'BONAFIDE_S3_ENDPOINT', 'address of the object store; not set: AWS', {
    fits: isEndpoint,
    reason: 'must be an address over https or http, without user and password',
  }),
  s3Region: maybe(
    's3-region',
    'BONAFIDE_S3_REGION',
    'region of the bucket; not set: us-east-1 with an endpoint, else AWS_REGION or the shared configuration file',
  ),
  s3PathStyle: choice(
    's3-path-style',
    'BONAFIDE_S3_PATH_STYLE',
    'off',
    ['on', 'off'],
    'whether requests name the bucket in their path, as most stores other than AWS need, instead of in the name of the host',
  ),
  s3AccessKey: maybe(
    's3-access-key',
    'BONAFIDE_S3_ACCESS_KEY',
    'access key of the object store; not set: the environment (AWS_ACCESS_KEY_ID), the shared credentials file, or the ' +
      'identity of the instance or pod',
  ),
  s3SecretKey: maybe('s3-secret-key', 'BONAFIDE_S3_SECRET_KEY', 'secret key that belongs to the access key'),
  s3Timeout: integer(
    's3-timeout',
    'BONAFIDE_S3_TIMEOUT',
    10_000,
    'ms',
    [100, 120_000],
    'maximum time without progress of a request to the object store; with its retries, it may take three times as long',
  ),
  mediaFallback: {
    flag: 'media-fallback',
    env: 'BONAFIDE_MEDIA_FALLBACK',
    fallback: null,
    meaning:
      'store from which media are read that the current store lacks, and from which they are deleted as well, while ' +
      `bonafide storage copy moves them: ${FORMS}`,
    parse(value) {
      const location = parseLocation(value);
      if (value !== '' && !location) throw new Error(`must be ${FORMS}`);
      return location ?? null;
    },
  } as Entry<MediaLocation | null>,
  auditAnchorFile: maybe(
    'audit-anchor-file',
    'BONAFIDE_AUDIT_ANCHOR_FILE',
    'JSON Lines file to which the latest hash of each audit log is added every hour; keep it on another disk to notice when the end of a log is removed',
  ),
  oidcIssuer: judged(
    'oidc-issuer',
    'BONAFIDE_OIDC_ISSUER',
    'OpenID provider for signing in to the dashboard; see docs/guides/dashboard.md',
    { fits: isIssuer, reason: 'must be an https address, or http on loopback' },
  ),
  oidcClientId: maybe('oidc-client-id', 'BONAFIDE_OIDC_CLIENT_ID', 'client id of this service at the OpenID provider'),
  oidcClientSecret: maybe('oidc-client-secret', 'BONAFIDE_OIDC_CLIENT_SECRET', 'client secret at the OpenID provider'),
  oidcScope: text(
    'oidc-scope',
    'BONAFIDE_OIDC_SCOPE',
    'openid email profile',
    'scopes that sign-in requests from the provider',
  ),
  oidcGroupsClaim: text(
    'oidc-groups-claim',
    'BONAFIDE_OIDC_GROUPS_CLAIM',
    'groups',
    'claim of the ID token that lists the groups of a person',
  ),
  oidcRoles: groupRoles(
    'oidc-roles',
    'BONAFIDE_OIDC_ROLES',
    'roles of groups as GROUP=ACCOUNT:ROLE, comma separated; ACCOUNT is an id, or * for every account. ' +
      'Not set: members are invited, and sign in at the provider with their email address',
  ),
  oidcOnly: choice(
    'oidc-only',
    'BONAFIDE_OIDC_ONLY',
    'off',
    ['on', 'off'],
    'whether members can sign in only at the OpenID provider; on disables passwords, passkeys and invitations',
  ),
  masterKey: maybe(
    'master-key',
    'BONAFIDE_MASTER_KEY',
    '32 bytes as base64url that open the keys of the deployment; default: the file master.key in the data directory',
  ),
  masterKeyFile: maybe(
    'master-key-file',
    'BONAFIDE_MASTER_KEY_FILE',
    'file with the master key as base64url, such as a mounted secret',
  ),
  masterKeyCommand: maybe(
    'master-key-command',
    'BONAFIDE_MASTER_KEY_COMMAND',
    'program that prints the master key as base64url, with its arguments between blanks or as a JSON array. It runs without a shell, ' +
      'at each start, and the key is never written to the disk',
  ),
  oldMasterKey: maybe(
    'old-master-key',
    'BONAFIDE_OLD_MASTER_KEY',
    'master key that the new one replaces, while the master key is rotated',
  ),
  oldMasterKeyFile: maybe(
    'old-master-key-file',
    'BONAFIDE_OLD_MASTER_KEY_FILE',
    'file with the old master key, instead of old-master-key',
  ),
  oldMasterKeyCommand: maybe(
    'old-master-key-command',
    'BONAFIDE_OLD_MASTER_KEY_COMMAND',
    'program that prints the old master key, instead of old-master-key',
  ),
  operatorKey: maybe(
    'operator-key',
    'BONAFIDE_OPERATOR_KEY',
    'first key of the operator interface; default: the file operator.key in the data directory. More keys: bonafide operator-key create',
  ),
  rateLimits: choice(
    'rate-limits',
    'BONAFIDE_RATE_LIMITS',
    'on',
    ['on', 'off'],
    'whether requests and wrong credentials are limited',
  ),
  sandboxDelay: integer(
    'sandbox-delay',
    'BONAFIDE_SANDBOX_DELAY',
    1000,
    'ms',
    [0, 15_000],
    'between the creation of a sandbox check and its results',
  ),
  synchronousWait: integer(
    'synchronous-wait',
    'BONAFIDE_SYNCHRONOUS_WAIT',
    15_000,
    'ms',
    [0, 600_000],
    'maximum time that a request with asynchronous false waits for the result of its check; clients usually give up after 30 s',
  ),
  webhookRetryBase: integer(
    'webhook-retry-base',
    'BONAFIDE_WEBHOOK_RETRY_BASE',
    240_000,
    'ms',
    [1, DAY_MS],
    'delay before the first retry of a webhook, doubled each time',
  ),
  webhookTimeout: integer(
    'webhook-timeout',
    'BONAFIDE_WEBHOOK_TIMEOUT',
    10_000,
    'ms',
    [1, 60_000],
    'maximum time for a webhook receiver to respond, from connecting to the status line',
  ),
  smtpUrl: judged(
    'smtp-url',
    'BONAFIDE_SMTP_URL',
    'mail server, smtp://user:password@host:port or smtps://…; user, password and port (default 587 or 465) are optional. ' +
      'Passwords are sent only over TLS or on loopback. Not set: emails stay in the outbox',
    {
      fits: (value) => smtpServer(value) !== undefined,
      reason: 'must be smtp://host, smtp://user:password@host:port or the same with smtps, percent encoded',
    },
  ),
  mailFrom: judged('mail-from', 'BONAFIDE_MAIL_FROM', 'sender of mail, "Name <address>" or an address', {
    fits: isMailbox,
    reason: 'must be an address such as noreply@example.com or "Example <noreply@example.com>"',
  }),
  smsUrl: judged(
    'sms-url',
    'BONAFIDE_SMS_URL',
    'address that accepts text messages by POST, https://…; {to} (number with plus), {number} (without plus), {text} and {id} ' +
      'are replaced by the values of the message, here and in the body. Not set: messages stay in the outbox in development, ' +
      'and are refused in production',
    {
      fits: isProviderUrl,
      reason: 'must be an address over https, or over http on loopback, without user and password',
    },
  ),
  smsHeaders: judged(
    'sms-headers',
    'BONAFIDE_SMS_HEADERS',
    'headers of these requests as a JSON object, such as authorization; default: content-type application/json',
    { fits: areHeaders, reason: 'must be a JSON object whose values are strings' },
  ),
  smsBody: text(
    'sms-body',
    'BONAFIDE_SMS_BODY',
    '{"to":"{to}","text":"{text}"}',
    'body of these requests; values are escaped as JSON or form fields, by the content-type',
  ),
  sanctionedCountries: countries(
    'sanctioned-countries',
    'BONAFIDE_SANCTIONED_COUNTRIES',
    // Office of Foreign Assets Control, the sanctions programmes on whole countries; that on Syria ended on 30 June 2025.
    ['CUB', 'IRN', 'PRK'],
    'countries (ISO 3166-1 alpha-3, comma separated) under comprehensive sanctions of the United States; for an applicant ' +
      'with a document from one of them, all reports except document and facial similarity reports are withdrawn',
  ),
  specimens: specimens(
    'specimens',
    'BONAFIDE_SPECIMENS',
    'more documents that were published as specimens, as COUNTRY:NUMBER or COUNTRY:SURNAME/GIVEN NAMES (ISO 3166-1 alpha-3), ' +
      'comma separated; a live report on one of them is never clear',
  ),
  analysis: choice(
    'analysis',
    'BONAFIDE_ANALYSIS',
    'on',
    ['on', 'elsewhere', 'off'],
    'whether live reports are analysed and live photos are checked for a face; elsewhere: processes of the role analyser analyse live ' +
      'reports, and this process extracts no data from documents; off: a reviewer decides every live report',
  ),
  analysers: integer(
    'analysers',
    'BONAFIDE_ANALYSERS',
    2,
    'processes',
    [1, 64],
    'number of parallel analyses; each uses its own process, which starts when needed and uses up to 1.5 GB of memory',
  ),
  analysisTimeout: integer(
    'analysis-timeout',
    'BONAFIDE_ANALYSIS_TIMEOUT',
    60_000,
    'ms',
    [1_000, 600_000],
    'CPU time after which an analysis is stopped; an analysis that only waits for a CPU gets ten times as long',
  ),
  decoders: integer(
    'decoders',
    'BONAFIDE_DECODERS',
    3,
    'processes',
    [2, 64],
    'number of images decoded in parallel; each decoder uses its own process, which starts when needed; half of them, rounded ' +
      'down, decode large images, which use up to 0.5 GB each',
  ),
  workflows: maybe(
    'workflows',
    'BONAFIDE_WORKFLOWS',
    'directory of workflows, one per file (.yaml, .yml, .json); see docs/guides/workflows.md',
  ),
  dataSources: maybe(
    'data-sources',
    'BONAFIDE_DATA_SOURCES',
    'file that lists the data providers for live reports (.yaml, .yml, .json); see docs/guides/data-sources.md',
  ),
  locationDatabase: maybe(
    'location-database',
    'BONAFIDE_LOCATION_DATABASE',
    'MMDB file with the countries or cities of IP addresses, used for the location of applicants and devices; ' +
      'not set: the country database that comes with the service',
  ),
  evidenceCert: maybe(
    'evidence-cert',
    'BONAFIDE_EVIDENCE_CERT',
    'PEM file with the certificate chain for signed evidence of workflow runs; not set: the service creates a certificate',
  ),
  evidenceKey: maybe(
    'evidence-key',
    'BONAFIDE_EVIDENCE_KEY',
    'PEM file with the private key of that certificate (RSA or elliptic curve)',
  ),
  tsaUrl: judged(
    'tsa-url',
    'BONAFIDE_TSA_URL',
    'time-stamp authority (RFC 3161) for signatures in documents, https://… or http://…; not set: signatures have no time stamp',
    { fits: isTsaUrl, reason: 'must be an address over https or http, without user and password' },
  ),
  tsaCa: maybe(
    'tsa-ca',
    'BONAFIDE_TSA_CA',
    'PEM file with trusted root certificates of the time-stamp authority; not set: any authority at the address is trusted',
  ),
  cscUrl: judged(
    'csc-url',
    'BONAFIDE_CSC_URL',
    'trust service for qualified signatures in live (API of the Cloud Signature Consortium, version 2), ' +
      'https://…/csc/v2; see docs/guides/signatures.md',
    {
      fits: isProviderUrl,
      reason: 'must be an address over https, or over http on loopback, without user and password',
    },
  ),
  cscClientId: maybe(
    'csc-client-id',
    'BONAFIDE_CSC_CLIENT_ID',
    'client id of this service at the trust service (OAuth)',
  ),
  cscClientSecret: maybe(
    'csc-client-secret',
    'BONAFIDE_CSC_CLIENT_SECRET',
    'client secret at the trust service, or @FILE with the secret',
  ),
  cscCredential: maybe(
    'csc-credential',
    'BONAFIDE_CSC_CREDENTIAL',
    'id of the credential at the trust service; not set: the only credential of the client',
  ),
  cscPin: maybe('csc-pin', 'BONAFIDE_CSC_PIN', 'PIN of the credential if it needs one, or @FILE with the PIN'),
  cscTotpSecret: maybe(
    'csc-totp-secret',
    'BONAFIDE_CSC_TOTP_SECRET',
    'secret for one-time codes (base32) if the trust service needs them, or @FILE with the secret',
  ),
  cscCa: maybe(
    'csc-ca',
    'BONAFIDE_CSC_CA',
    'PEM file with trusted root certificates of the credential, such as the roots of the EU trusted list; not set: the certificate is not checked',
  ),
  cscTlsCa: maybe(
    'csc-tls-ca',
    'BONAFIDE_CSC_TLS_CA',
    'PEM file with more certificate authorities for the connection to the trust service',
  ),
  cscTimeout: integer(
    'csc-timeout',
    'BONAFIDE_CSC_TIMEOUT',
    30_000,
    'ms',
    [100, 120_000],
    'maximum time for each response of the trust service',
  ),
  walletReaderCert: maybe(
    'wallet-reader-cert',
    'BONAFIDE_WALLET_READER_CERT',
    'certificate chain that signs requests to wallets, PEM file, on the curve P-256; not set: requests are not signed',
  ),
  walletReaderKey: maybe(
    'wallet-reader-key',
    'BONAFIDE_WALLET_READER_KEY',
    'private key of the certificate that signs requests to wallets, PEM file',
  ),
  mdocReaderCert: maybe(
    'mdoc-reader-cert',
    'BONAFIDE_MDOC_READER_CERT',
    "certificate chain that signs requests to Apple's wallet (org-iso-mdoc), PEM file, on the curve P-256; not set: Safari opens no wallet",
  ),
  mdocReaderKey: maybe('mdoc-reader-key', 'BONAFIDE_MDOC_READER_KEY', 'private key of --mdoc-reader-cert, PEM file'),
  otlpEndpoint: judged(
    'otlp-endpoint',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'base address of a receiver of OpenTelemetry traces (OTLP over HTTP), http://… or https://…; not set: nothing is traced. ' +
      'OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES and OTEL_TRACES_SAMPLER_ARG (part of the traces, 0 to 1) apply too',
    { fits: isTsaUrl, reason: 'must be an address over https or http, without user and password' },
  ),
  ffmpeg: text('ffmpeg', 'BONAFIDE_FFMPEG', 'ffmpeg', 'program that extracts frames from videos'),
  logLevel: choice(
    'log-level',
    'BONAFIDE_LOG_LEVEL',
    'info',
    ['silent', 'error', 'warn', 'info', 'debug'],
    'level of detail of the log',
  ),
} as const;

export type Settings = {
  readonly [K in keyof typeof settingsTable]: ReturnType<(typeof settingsTable)[K]['parse']>;
};

export type SettingName = keyof Settings;

const OF_TRUST_SERVICE = [
  ...(['cscClientId', 'cscClientSecret', 'cscCredential', 'cscPin'] as const),
  ...(['cscTotpSecret', 'cscCa', 'cscTlsCa'] as const),
] as const;

/** Settings that are set for a trust service while no trust service is. */
function withoutTrustService(settings: Record<string, unknown>): string[] {
  const without = OF_TRUST_SERVICE.filter((name) => settings[name]);
  return without.map((name) => `--${settingsTable[name].flag} needs --csc-url, the address of the trust service`);
}

/** Reads flags over environment variables over defaults. Throws with every reason at once when one is wrong. */
export function readSettings(
  flags: Partial<Record<SettingName, string>>,
  environment: Record<string, string | undefined>,
): Settings {
  const reasons: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(settingsTable)) {
    const flag = flags[name as SettingName];
    const value = flag ?? environment[entry.env];
    try {
      settings[name] =
        value === undefined || (value === '' && flag === undefined) ? entry.fallback : entry.parse(value);
    } catch (error) {
      reasons.push(`${flag === undefined ? entry.env : `--${entry.flag}`} ${(error as Error).message}`);
    }
  }
  if (Boolean(settings.tlsCert) !== Boolean(settings.tlsKey)) reasons.push('--tls-cert and --tls-key go together');
  if (Boolean(settings.evidenceCert) !== Boolean(settings.evidenceKey))
    reasons.push('--evidence-cert and --evidence-key go together');
  if (Boolean(settings.walletReaderCert) !== Boolean(settings.walletReaderKey))
    reasons.push('--wallet-reader-cert and --wallet-reader-key go together');
  if (Boolean(settings.mdocReaderCert) !== Boolean(settings.mdocReaderKey))
    reasons.push('--mdoc-reader-cert and --mdoc-reader-key go together');
  if (settings.tsaCa && !settings.tsaUrl)
    reasons.push('--tsa-ca needs --tsa-url, the address of the time-stamp authority');
  if (settings.cscUrl && !(settings.cscClientId && settings.cscClientSecret))
    reasons.push('--csc-url needs --csc-client-id and --csc-client-secret, the credentials of this service there');
  if (!settings.cscUrl) reasons.push(...withoutTrustService(settings));
  if (settings.databaseDirectUrl && !settings.databaseUrl)
    reasons.push('--database-direct-url needs --database-url, the address of the pooler');
  if (settings.backupEvery && !settings.backupTo)
    reasons.push('--backup-every needs --backup-to, the place of the backups');
  if (settings.smtpUrl && !settings.mailFrom) reasons.push('--smtp-url needs --mail-from, the sender of mail');
  if (Boolean(settings.oidcIssuer) !== Boolean(settings.oidcClientId))
    reasons.push('--oidc-issuer and --oidc-client-id go together');
  if (Boolean(settings.s3AccessKey) !== Boolean(settings.s3SecretKey))
    reasons.push('--s3-access-key and --s3-secret-key go together');
  if (settings.oidcOnly === 'on' && !settings.oidcIssuer)
    reasons.push('--oidc-only needs --oidc-issuer, otherwise members could not sign in');
  if (settings.role === 'analyser' && settings.analysis !== 'on')
    reasons.push('--role analyser needs --analysis on: a process of this role analyses live reports');
  if (reasons.length > 0) throw new Error(reasons.join('\n'));
  return settings as Settings;
}
