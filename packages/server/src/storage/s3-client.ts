import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { systemClock } from '../base/clock.ts';
import { Unavailable } from '../base/unavailable.ts';

/** A bucket, or a part of one, and how it is reached. */
export interface Bucket {
  readonly bucket: string;
  /** Beginning of all keys, without a slash at its end; empty for none. */
  readonly prefix: string;
  /** Address of the store; null for AWS. */
  readonly endpoint: string | null;
  /** Null: the region of the environment or, with an endpoint, `us-east-1`. */
  readonly region: string | null;
  readonly pathStyle: boolean;
  /** Null: the SDK's chain finds them in the environment, the shared file, or the identity of the instance or pod. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  readonly profile: string | null;
  /** Milliseconds without any progress after which an attempt of a request ends. */
  readonly timeout: number;
}

const CONNECT_MS = 3_000;

/** The first attempt and its retries, between which the SDK waits with jitter. */
const ATTEMPTS = 4;

/** Time of one request with its retries, as a multiple of the time-out of an attempt. */
const DEADLINE_FACTOR = 3;

/** Downloads and parts at once. A client that reads slowly holds a connection. */
const CONNECTIONS = 512;

/** Region that stores other than AWS expect in signatures unless they are told another one. */
const ANY_REGION = 'us-east-1';

/** Seconds after which a client may try again. */
export const RETRY_AFTER = 10;

/** A client of the SDK, which connects with its first request. Checksums are computed only for calls that require one. */
export function openClient({ endpoint, region, pathStyle, credentials, profile, timeout }: Bucket): S3Client {
  const knownRegion = region ?? (endpoint === null ? null : ANY_REGION);
  return new S3Client({
    ...(endpoint !== null && { endpoint }),
    ...(knownRegion !== null && { region: knownRegion }),
    ...(credentials !== null && { credentials }),
    ...(profile !== null && { profile }),
    forcePathStyle: pathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: timeout,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });
}

/** Makes requests of a client, each with a deadline. Throws `Unavailable`, or the SDK's error where nothing was found. */
export type Call = <T>(request: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>) => Promise<T>;

/** The deadline ends with the headers of an answer. A body that stops is ended by the time-out of its connection. */
export function openCalls(client: S3Client, at: Bucket): Call {
  return async (request) => {
    const deadline = new AbortController();
    const cancel = systemClock.schedule(at.timeout * DEADLINE_FACTOR, () => deadline.abort());
    try {
      return await request(client, { abortSignal: deadline.signal });
    } catch (error) {
      throw isNotFound(error) ? error : unavailable(error, at);
    } finally {
      cancel();
    }
  };
}

/** Returns whether the store says that there is no such object or upload. */
export function isNotFound(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name);
}

/** The error of a request that failed, with what to do in words. Its cause is the SDK's own error. */
function unavailable(error: unknown, at: Pick<Bucket, 'bucket' | 'endpoint'>): Unavailable {
  const place = at.endpoint === null ? `the bucket ${at.bucket}` : `the bucket ${at.bucket} at ${at.endpoint}`;
  const message = `${reasonOf(error as Failure, place)} (${(error as Failure).name}: ${(error as Failure).message})`;
  return new Unavailable(message, { part: 'The storage of files', retryAfter: RETRY_AFTER, cause: error });
}

interface Failure extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Reasons by the name of the error. Source: Amazon S3 API Reference, "Error responses". */
const REASONS: readonly (readonly [RegExp, (place: string) => string])[] = [
  [/^NoSuchBucket$/, (place) => `There is no bucket for media: ${place}. Create it, or correct --s3-bucket`],
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|TokenRefreshRequired)$/,
    (place) => `${place} refuses the credentials. Correct or renew them`,
  ],
  [
    /^(CredentialsProviderError|ProviderError|TokenProviderError)$/,
    () =>
      'No credentials for the object store were found. Set BONAFIDE_S3_ACCESS_KEY and BONAFIDE_S3_SECRET_KEY, or ' +
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role',
  ],
  [
    /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|301)$/,
    (place) => `${place} is in another region. Correct --s3-region`,
  ],
  [/^RequestTimeTooSkewed$/, (place) => `The clocks of this machine and of ${place} differ. Correct the clock`],
  [
    /^(QuotaExceeded|XMinioStorageFull|InsufficientStorage|507)$/,
    (place) => `${place} has no space left, or its quota is exhausted. Make room`,
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, (place) => `The name of the host of ${place} has no address. Correct --s3-endpoint`],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    (place) => `The TLS certificate of ${place} is not trusted. Name its authority in NODE_EXTRA_CA_CERTS`,
  ],
  [/^ECONNREFUSED$/, (place) => `Nothing listens at ${place}. Start the object store, or correct --s3-endpoint`],
  [
    /^AccessDenied$|^403$/,
    (place) =>
      `The credentials may not use ${place}. Allow s3:GetObject, s3:PutObject, s3:DeleteObject, s3:ListBucket, ` +
      's3:ListBucketMultipartUploads and s3:AbortMultipartUpload',
  ],
  [/^Config error|^Region is missing/, () => 'The region of the bucket is unknown. Set --s3-region or AWS_REGION'],
];

function reasonOf({ name, code, message, $metadata }: Failure, place: string): string {
  const signs = [name, code, message, String($metadata?.httpStatusCode ?? '')].filter((sign) => sign !== undefined);
  const [, reason] = REASONS.find(([pattern]) => signs.some((sign) => pattern.test(sign))) ?? [];
  const words = reason?.(place) ?? `${place} does not answer, or not as it should. Look at the object store`;
  return words[0]?.toUpperCase() + words.slice(1);
}
