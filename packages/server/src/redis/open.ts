import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import type { MasterKey } from '../crypto/keys.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { Redis } from './redis.ts';

/** Digits that distinguish the deployments of one Redis. */
const PREFIX_DIGITS = 12;

/** Connects to the Redis of the settings; undefined without one. */
export async function openRedis(
  { redisUrl, redisTimeout, role }: Settings,
  master: MasterKey,
  log: Pick<Logger, 'info' | 'warn'>,
  metrics: Metrics,
): Promise<Redis | undefined> {
  if (redisUrl === null) return undefined;
  const redis = new Redis({
    url: redisUrl,
    timeout: redisTimeout,
    prefix: `bonafide:${master.hash('redis', 'prefix').slice(0, PREFIX_DIGITS)}:`,
    key: master.derive('redis-values'),
    processId: randomBytes(6).toString('base64url'),
    takesRequests: role !== 'worker',
    log,
    metrics,
  });
  await redis.open();
  return redis;
}
