import { setTimeout as delay } from 'node:timers/promises';
import { differences } from './compare.ts';
import { files } from './files.ts';
import { parsed, type Receiver } from './receiver.ts';
import type { DeliveryStep, RequestStep, Step, Story } from './table.ts';

export interface Target {
  /** Base address, before the version: `https://id.example.com`. */
  readonly base: string;
  /** API token of the sandbox. */
  readonly token: string;
  /** Milliseconds that a step with `eventually` is repeated. */
  readonly patienceMs: number;
  /** Gets the deliveries of webhooks; without it stories that need one don't run. */
  readonly receiver?: Receiver | undefined;
  /** Runs stories that use up the rate limit. */
  readonly limits?: boolean;
  /** Gets the milliseconds that the run waits for the rate limit. */
  readonly onWait?: (ms: number) => void;
}

/** Outcome of one step. */
export interface Verdict {
  readonly version: string;
  readonly story: string;
  readonly holds: string;
  readonly rule: string;
  readonly request: string;
  /** `skipped`: a step before it failed, whose value it needs. */
  readonly outcome: 'holds' | 'broken' | 'skipped';
  /** The differences from the expected answer. */
  readonly differences: readonly string[];
}

/** Milliseconds between two requests of a step with `eventually`. */
const PAUSE_MS = { first: 100, most: 5_000 } as const;

/** Answers above the rate limit that are waited for, for each request. */
const MOST_WAITS = 30;

/** Seconds to wait after an answer above the rate limit that doesn't say how long. */
const UNKNOWN_WAIT_S = 2;

/** Milliseconds until a request is given up. */
const ANSWER_MS = 30_000;

type Values = Readonly<Record<string, string>>;

class Missing extends Error {}

/** Replaces `{names}` in all texts of a value, also in names of fields. Throws `Missing` for a value that was not saved. */
function filled<T>(value: T, values: Values): T {
  const text = (one: string) =>
    one.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new Missing(name);
      return values[name];
    });
  if (typeof value === 'string') return text(value) as T;
  if (Array.isArray(value)) return value.map((one) => filled(one, values)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), filled(one, values)])) as T;
}

function bodyOf({ json, fields, form, raw }: RequestStep): {
  body?: string | URLSearchParams | FormData;
  type?: string;
} {
  if (raw !== undefined || json !== undefined) return { body: raw ?? JSON.stringify(json), type: 'application/json' };
  if (fields) return { body: new URLSearchParams(fields) };
  if (!form) return {};
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) {
    const file = files[value];
    if (file) body.append(name, new File([new Uint8Array(file.bytes)], file.name, { type: file.type }));
    else body.append(name, value);
  }
  return { body };
}

async function answerOf(step: RequestStep, { base, token, onWait }: Target) {
  const [method = '', path = ''] = step.send.split(' ');
  const { body, type } = bodyOf(step);
  const headers: Record<string, string> = type ? { 'content-type': type } : {};
  if (step.token !== 'none') headers.authorization = `Token token=${step.token === 'wrong' ? `${token}x` : token}`;
  for (let waits = 0; ; waits++) {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(base + path, { method, headers, body: body ?? null, signal, redirect: 'manual' });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isOver = answer.status === 429 && step.status !== 429;
    if (!isOver || waits === MOST_WAITS) return { status: answer.status, headers: answer.headers, bytes };
    const ms = 1_000 * Number(answer.headers.get('retry-after') ?? UNKNOWN_WAIT_S);
    onWait?.(ms);
    await delay(ms);
  }
}

/** Sends the request of a step. Returns what differs from the expected answer, and the saved values. */
async function attempt(step: RequestStep, target: Target): Promise<{ found: string[]; saved: Record<string, string> }> {
  let answer: Awaited<ReturnType<typeof answerOf>>;
  try {
    answer = await answerOf(step, target);
  } catch (error) {
    return {
      found: [`no answer: ${((error as Error).cause as Error)?.message ?? (error as Error).message}`],
      saved: {},
    };
  }
  const { status, headers, bytes } = answer;
  const body = parsed(bytes);
  const found = (step.status === 'success' ? status >= 200 && status < 300 : step.status === status)
    ? []
    : [`status: expected ${step.status}, got ${status} ${bytes.toString().slice(0, 300)}`];
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    found.push(...differences(value ?? '<absent>', headers.get(name) ?? undefined, `header ${name}`));
  }
  if (step.body !== undefined) found.push(...differences(step.body, body, 'body'));
  const file = step.bytes && files[step.bytes];
  if (file && !bytes.equals(file.bytes)) found.push(`body: expected the ${file.bytes.length} bytes of ${file.name}`);
  const saved: Record<string, string> = {};
  for (const [name, path] of Object.entries(step.save ?? {})) {
    // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
    const value = path.split('.').reduce((one: any, part) => one?.[part], body);
    if (value === undefined || value === null) found.push(`body.${path}: expected a value`);
    else saved[name] = String(value);
  }
  return { found, saved };
}

async function outcomeOf(step: RequestStep, target: Target) {
  const end = Date.now() + target.patienceMs;
  let pause: number = PAUSE_MS.first;
  for (let sent = 1; ; sent++) {
    const outcome = await attempt(step, target);
    if (outcome.found.length === 0) return outcome;
    if (sent < (step.times ?? 1)) continue;
    if (!step.eventually || Date.now() + pause > end) return outcome;
    await delay(pause);
    pause = Math.min(2 * pause, PAUSE_MS.most);
  }
}

const isDelivery = (step: Step): step is DeliveryStep => 'delivered' in step;

/** Sends the request of a step, or waits for its delivery. */
async function tried(step: Step, target: Target): Promise<{ found: string[]; saved: Record<string, string> }> {
  if (!isDelivery(step)) return outcomeOf(step, target);
  if (!target.receiver) throw new Error('A story about deliveries needs a receiver');
  return { found: await target.receiver.differences(step, target.patienceMs), saved: {} };
}

const requestOf = (step: Step): string => (isDelivery(step) ? `Delivery of ${step.delivered.join(', ')}` : step.send);

/** Returns whether a run has what a story needs. */
export const canRun = ({ needs }: Story, { receiver, limits }: Pick<Target, 'receiver' | 'limits'>): boolean =>
  needs === 'receiver' ? receiver !== undefined : needs !== 'limits' || limits === true;

/**
 * Runs the stories against a service, one request at a time.
 * @param versions versions to test, for example `v2`
 * @yields the verdict on each step
 */
export async function* run(
  stories: readonly Story[],
  versions: readonly string[],
  target: Target,
): AsyncGenerator<Verdict> {
  for (const version of versions) {
    for (const story of stories.filter((one) => one.versions.includes(version) && canRun(one, target))) {
      for (const given of story.each ?? [{}]) {
        let values: Values = { v: version, ...(target.receiver && { receiver: target.receiver.url }), ...given };
        for (const step of story.steps) {
          if (step.versions && !step.versions.includes(version)) continue;
          const { rule = story.rule } = step;
          const about = { version, story: story.story, rule };
          try {
            const ready = filled(step, values);
            const { found, saved } = await tried(ready, target);
            values = { ...values, ...saved };
            const outcome = found.length === 0 ? 'holds' : 'broken';
            yield { ...about, holds: ready.holds, request: requestOf(ready), outcome, differences: found };
          } catch (error) {
            if (!(error instanceof Missing)) throw error;
            const reason = `${error.message} is unknown, because an earlier step failed`;
            yield { ...about, holds: step.holds, request: requestOf(step), outcome: 'skipped', differences: [reason] };
          }
        }
      }
    }
  }
}
