import type { Services } from '../../context/services.ts';
import { MemoryRateLimiter } from '../../http/memory-rate-limiter.ts';
import type { BucketLimit, RateLimiter } from '../../http/rate-limit.ts';
import { openRateLimiter } from '../../http/rate-limiter.ts';

/**
 * Joins of rooms that are not there, by address. A room's id has 2.2 * 10^9 values: at ten a minute a client that guesses
 * finds one of a thousand rooms in five months.
 */
const WRONG_JOINS: BucketLimit = { kind: 'bucket', capacity: 10, perMinute: 10 };

/** Rooms made, by address: an office may have one. */
const NEW_ROOMS: BucketLimit = { kind: 'bucket', capacity: 60, perMinute: 30 };

/** Message limit of one connection: a capture is some dozens of messages. */
const MESSAGES: BucketLimit = { kind: 'bucket', capacity: 100, perMinute: 600 };

/** Connections at once, by address: of a company, or of a mobile network that many phones share. */
const CONNECTIONS = 1000;

/** Counts what the clients of connections do; each resolves to whether one more is allowed. */
export function makeLimits(services: Pick<Services, 'clock' | 'redis'>) {
  const { clock } = services;
  const ofAddresses = openRateLimiter(services, 'sync');
  // A connection has one process, so its messages are counted there.
  const ofConnections = new MemoryRateLimiter();
  const take = async (limiter: RateLimiter, key: string, limit: BucketLimit) =>
    (await limiter.take(key, [limit], clock.now())).allowed;
  const wrong = (address: string) => `wrong ${address}`;
  const connections = new Map<string, number>();
  return {
    mayConnect: (address: string) => (connections.get(address) ?? 0) < CONNECTIONS,
    connected: (address: string) => void connections.set(address, (connections.get(address) ?? 0) + 1),
    disconnected(address: string): void {
      const left = (connections.get(address) ?? 0) - 1;
      if (left > 0) connections.set(address, left);
      else connections.delete(address);
    },
    mayOpen: (address: string) => take(ofAddresses, `open ${address}`, NEW_ROOMS),
    maySend: (connection: string) => take(ofConnections, connection, MESSAGES),
    /** Returns whether an address has a guess left. A right guess costs nothing: `guessedWrong` takes it. */
    mayJoin: (address: string) => ofAddresses.has(wrong(address), [WRONG_JOINS], clock.now()),
    guessedWrong: (address: string) => take(ofAddresses, wrong(address), WRONG_JOINS),
  };
}

export type Limits = ReturnType<typeof makeLimits>;
