/** A bucket, or a part of one, of a store that speaks the S3 protocol. Absent values come from the settings `s3-…`. */
interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  /** Beginning of all keys, without a slash at its end; empty for none. */
  readonly prefix: string;
  /** Address of the store; null for AWS. */
  readonly endpoint?: string | null;
  readonly region?: string;
  /** True if the bucket is in the path of requests, not in the name of the host. */
  readonly pathStyle?: boolean;
  /** Profile of the shared credentials file. */
  readonly profile?: string;
}

/** Place of the bytes of media. */
export type MediaLocation =
  | {
      readonly kind: 'disk';
      /** Absent: the folder `media` of the data directory. */
      readonly directory?: string;
    }
  | S3Location;

/** Source: Amazon S3 User Guide, "Bucket naming rules". */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Parts, separated by slashes, of characters that need no escape in a path. A part of dots alone is refused. */
const PREFIX = /^(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9!_.*'()-]+(?:\/(?!$)|$))*$/;

const PARAMETERS = ['endpoint', 'region', 'path-style', 'profile'];

export const FORMS = 'disk, disk:DIRECTORY or s3:BUCKET/PREFIX?endpoint=…&region=…&path-style=on&profile=…';

/** Returns whether a text can be the name of a bucket. */
export function isBucket(text: string): boolean {
  return BUCKET.test(text);
}

/** Returns whether a text can be the prefix of keys, without a slash at its begin or end. */
export function isPrefix(text: string): boolean {
  return text.length <= 512 && PREFIX.test(text);
}

/** Returns whether a text is an address of an object store: https or http, without user, password and query. */
export function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}

/** Reads `disk`, `disk:DIRECTORY` or `s3:BUCKET/PREFIX?…`. Returns undefined for any other text. */
export function parseLocation(text: string): MediaLocation | undefined {
  if (text === 'disk') return { kind: 'disk' };
  if (/^disk:./.test(text)) return { kind: 'disk', directory: text.slice('disk:'.length) };
  const {
    bucket,
    prefix = '',
    query = '',
  } = /^s3:(?:\/\/)?(?<bucket>[^/?]+)(?:\/(?<prefix>[^?]*))?(?:\?(?<query>.*))?$/.exec(text)?.groups ?? {};
  if (bucket === undefined || !isBucket(bucket)) return undefined;
  const parameters = new URLSearchParams(query);
  if ([...parameters.keys()].some((name) => !PARAMETERS.includes(name))) return undefined;
  const [endpoint, region, pathStyle, profile] = PARAMETERS.map((name) => parameters.get(name) ?? undefined);
  const cleanPrefix = prefix.replace(/\/$/, '');
  if (!isPrefix(cleanPrefix) || (endpoint && !isEndpoint(endpoint))) return undefined;
  if (pathStyle !== undefined && pathStyle !== 'on' && pathStyle !== 'off') return undefined;
  return {
    kind: 's3',
    bucket,
    prefix: cleanPrefix,
    ...(endpoint !== undefined && { endpoint: endpoint || null }),
    ...(region && { region }),
    ...(pathStyle !== undefined && { pathStyle: pathStyle === 'on' }),
    ...(profile && { profile }),
  };
}
