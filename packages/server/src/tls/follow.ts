import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import { every } from '../base/every.ts';
import { loadCertificate } from './certificate.ts';
import type { Pair } from './issue.ts';

/** Interval of looking at the files: they are small, and no notice of the system covers renamed files and links. */
const EVERY_MS = 10_000;

export interface FollowOptions {
  readonly files: { readonly certFile: string; readonly keyFile: string };
  /** The pair in use. */
  readonly loaded: Pair;
  /** Sets the interval. */
  readonly clock: Clock;
  /** Time by which clients judge a certificate. */
  readonly worldClock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Takes a new pair for the handshakes that follow. */
  use(pair: Pair): void;
}

/**
 * Takes up a certificate and key that replace the files while the service runs, as certbot (renamed links) and Kubernetes (a switched
 * folder) do. Files that can't be used leave the pair in use, and the log says why. The answer ends the following.
 */
export function followCertificate({ files, loaded, clock, worldClock, log, use }: FollowOptions): () => Promise<void> {
  let seen = textOf(loaded);
  let running = Promise.resolve();
  const look = async () => {
    const text = await currentText(files);
    if (text === seen) return;
    seen = text;
    try {
      const pair = await loadCertificate(files, worldClock);
      // The files may have changed between the two looks.
      seen = textOf(pair);
      use(pair);
      log.info({ validTo: new X509Certificate(pair.cert).validTo }, `took up the certificate ${files.certFile}`);
    } catch (error) {
      log.warn({ err: error }, 'the new certificate is not used; the earlier one stays');
    }
  };
  const cancel = every(clock, EVERY_MS, () => {
    running = look();
    return running;
  });
  return async () => {
    cancel();
    await running;
  };
}

const textOf = ({ cert, key }: Pair): string => `${cert}\0${key}`;

/** The content of both files; of a file that can't be read, the reason. */
async function currentText({ certFile, keyFile }: FollowOptions['files']): Promise<string> {
  const read = (file: string) => readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => String(error.code));
  return textOf({ cert: await read(certFile), key: await read(keyFile) });
}
