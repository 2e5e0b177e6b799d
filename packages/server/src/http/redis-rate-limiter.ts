import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Redis } from '../redis/redis.ts';
import { script } from '../redis/script.ts';
import type { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimit, RateLimiter, Take } from './rate-limit.ts';

/**
 * Counts one request by all limits of a key, as `MemoryRateLimiter` does, in one step. Times are whole milliseconds, and a token of
 * a bucket is 60,000 parts.
 *
 * KEYS: a hash with the time of the key and the level of each bucket; then for each limit a list with the times of its requests,
 * which windows use alone. ARGV: the time, or 0 for the server's; 1 to count the request, or 0 to ask only; then for each limit its
 * kind, the requests or capacity, and the tokens a minute.
 */
const take = script(`
local MINUTE = 60000
local clock = tonumber(ARGV[1])
if clock == 0 then
  local time = redis.call('TIME')
  clock = time[1] * 1000 + math.floor(time[2] / 1000)
end
local counts = ARGV[2] == '1'
local known = redis.call('HMGET', KEYS[1], 'clock', 'time')
if not known[1] and not counts then return {1, 0, 0, 0} end
local now, passed = clock, 0
if known[1] then
  passed = math.max(0, clock - known[1])
  now = known[2] + passed
end

local allowed = true
local states = {}
for i = 1, #KEYS - 1 do
  local state = { window = ARGV[3 * i] == 'window', most = tonumber(ARGV[3 * i + 1]), rate = tonumber(ARGV[3 * i + 2]), key = KEYS[i + 1] }
  if state.window then
    local oldest = redis.call('LINDEX', state.key, 0)
    while oldest and oldest + MINUTE <= now do
      redis.call('LPOP', state.key)
      oldest = redis.call('LINDEX', state.key, 0)
    end
    state.used = redis.call('LLEN', state.key)
    if state.used >= state.most then allowed = false end
  else
    local level = redis.call('HGET', KEYS[1], i)
    state.level = state.most * MINUTE
    if level then state.level = math.min(state.level, level + passed * state.rate) end
    if state.level < MINUTE then allowed = false end
  end
  states[i] = state
end
if not counts then return {allowed and 1 or 0, 0, 0, 0} end

local fields = { 'clock', string.format('%.0f', clock), 'time', string.format('%.0f', now) }
local lives = 1
local tight
for i, state in ipairs(states) do
  local remaining, reset
  if state.window then
    if allowed then
      redis.call('RPUSH', state.key, string.format('%.0f', now))
      redis.call('PEXPIRE', state.key, MINUTE)
      state.used = state.used + 1
    end
    remaining, reset = math.max(0, state.most - state.used), 0
    if state.used > 0 then
      lives = MINUTE
      reset = redis.call('LINDEX', state.key, math.max(0, state.used - state.most)) + MINUTE - now
    end
  else
    if allowed then state.level = state.level - MINUTE end
    remaining, reset = math.floor(state.level / MINUTE), 0
    local missing = state.most * MINUTE - state.level
    if missing > 0 then
      lives = math.max(lives, math.ceil(missing / state.rate))
      reset = (MINUTE - state.level % MINUTE) / state.rate
    end
    fields[#fields + 1] = i
    fields[#fields + 1] = string.format('%.0f', state.level)
  end
  if not tight or remaining < tight[1] or (remaining == tight[1] and reset > tight[2]) then tight = { remaining, reset, state.most } end
end
redis.call('HSET', KEYS[1], unpack(fields))
redis.call('PEXPIRE', KEYS[1], lives + 1000)
return {allowed and 1 or 0, tight[3], tight[1], math.ceil(tight[2] / 1000)}
`);

/** Keys with a refusal that a limiter remembers. */
const MOST_REFUSALS = 10_000;

/** Clock of a limiter: of the Redis server, or `now` of each call, for tests that compare limiters. */
export type LimiterClock = 'server' | 'caller';

/**
 * Counts requests by key over all processes of the deployment, in Redis. During an outage each process allows its share of each limit.
 * It counts its own requests in its memory all the time, and remembers refusals of Redis until they end, so that a short outage lets
 * nobody begin again.
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #redis: Redis;
  readonly #name: string;
  readonly #local: MemoryRateLimiter;
  readonly #clock: LimiterClock;
  /** The last refusal of a key, and its end in Unix milliseconds. */
  readonly #refusals = new LRUCache<string, { take: Take; until: number }>({ max: MOST_REFUSALS });

  /** @param name distinguishes the keys from keys of other limiters */
  constructor(redis: Redis, name: string, local: MemoryRateLimiter, clock: LimiterClock = 'server') {
    this.#redis = redis;
    this.#name = name;
    this.#local = local;
    this.#clock = clock;
  }

  take(key: string, limits: readonly RateLimit[], now: number): Take | Promise<Take> {
    if (!this.#redis.isUp) return this.#takeHere(key, limits, now);
    return this.#ask(key, limits, now, '1').then(
      ([allowed, limit, remaining, resetSeconds]) => {
        const answer = { allowed: allowed === 1, limit, remaining, resetSeconds };
        if (answer.allowed) this.#local.count(key, this.#shares(limits), now);
        else this.#refusals.set(key, { take: answer, until: now + resetSeconds * 1000 });
        return answer;
      },
      () => this.#takeHere(key, limits, now),
    );
  }

  async has(key: string, limits: readonly RateLimit[], now: number): Promise<boolean> {
    const here = () => this.#local.has(key, this.#shares(limits), now);
    if (!this.#redis.isUp) return here();
    return this.#ask(key, limits, now, '0').then(([allowed]) => allowed === 1, here);
  }

  async #ask(key: string, limits: readonly RateLimit[], now: number, counts: '0' | '1') {
    // Of one length and without addresses of people. The braces keep the keys of a script on one node of a cluster.
    const first = this.#redis.name(`rate:{${hash('sha256', `${this.#name} ${key}`, 'base64url')}}`);
    const keys = [first];
    const values = [this.#clock === 'server' ? '0' : String(Math.floor(now)), counts];
    for (const [index, limit] of limits.entries()) {
      keys.push(`${first}:${index + 1}`);
      if (limit.kind === 'window') values.push('window', String(limit.requests), '0');
      else values.push('bucket', String(limit.capacity), String(limit.perMinute));
    }
    return (await this.#redis.run('rate_limit', take, keys, values)) as [number, number, number, number];
  }

  #takeHere(key: string, limits: readonly RateLimit[], now: number): Take {
    const refusal = this.#refusals.get(key);
    if (refusal && now < refusal.until) {
      return { ...refusal.take, resetSeconds: Math.ceil((refusal.until - now) / 1000) };
    }
    return this.#local.take(key, this.#shares(limits), now);
  }

  #shares(limits: readonly RateLimit[]): readonly RateLimit[] {
    const { processes } = this.#redis;
    return processes === 1 ? limits : limits.map((limit) => shareOf(limit, processes));
  }
}

/** The share that one of several processes takes of a limit: at least one request. */
function shareOf(limit: RateLimit, processes: number): RateLimit {
  const share = (number: number) => Math.max(1, Math.floor(number / processes));
  return limit.kind === 'window'
    ? { kind: 'window', requests: share(limit.requests) }
    : { kind: 'bucket', capacity: share(limit.capacity), perMinute: share(limit.perMinute) };
}
