import { verdictOn } from '../context/permissions.ts';
import type { Services } from '../context/services.ts';
import { accountsOf } from '../members/people.ts';
import { findSession, hasSecondFactor, type MemberSession } from '../members/sessions.ts';
import type { Environment } from '../store/schema.ts';
import type { Subscriber } from './hub.ts';
import { type Update, type UpdateKind, updateActions, updateKinds } from './update.ts';

/** Message to a page. `session`: the member's identity or permissions may have changed. `gap`: updates may have been lost. */
export type Message =
  | { readonly event: 'updates'; readonly data: readonly Update[] }
  | { readonly event: 'ready' | 'session' | 'gap' | 'beat' | 'end' };

/** Destination of a stream. `send` returns whether more may be sent before `resume`. */
export interface Sink {
  send(message: Message): boolean;
  end(): void;
}

/** Milliseconds between two signs of life: less than the 60 s after which common load balancers hang up. */
const BEAT_MS = 20_000;

/** Updates that wait for a slow connection at most; beyond it the page gets a `gap`, and reads everything again. */
const MOST_WAITING = 200;

const ALL = '*';

/**
 * The updates of one member, as long as their session lasts. Each update is checked against the current permissions of the member: after
 * a change of the session, a role or an account nothing is sent until both were read again.
 */
export class UpdateStream implements Subscriber {
  readonly memberId: string;
  readonly #services: Services;
  readonly #secret: string;
  readonly #sink: Sink;
  readonly #stops: (() => void)[] = [];
  /** Kinds by account and environment that the member may learn of; undefined until they are read. */
  #reach: ReadonlySet<string> | undefined;
  #judging = false;
  /** Something changed while the session and the roles were read. */
  #outdated = false;
  #waiting = new Map<string, Update>();
  #lost = false;
  #full = false;
  #planned = false;
  #ended = false;

  constructor(services: Services, { member }: Pick<MemberSession, 'member'>, secret: string, sink: Sink) {
    this.memberId = member.id;
    this.#services = services;
    this.#secret = secret;
    this.#sink = sink;
  }

  /** Begins: what changes from now on is sent, so a page that reads its data after `ready` misses nothing. */
  async open(): Promise<void> {
    this.#stops.push(this.#services.updates.add(this));
    await this.#recheckMember();
    this.#send({ event: 'ready' });
    this.#beat();
  }

  offer(update: Update): void {
    if (this.#ended) return;
    if (this.#reach && !this.#reaches(update)) return;
    if (this.#waiting.size >= MOST_WAITING) {
      this.lost();
      return;
    }
    const { account, environment, kind, id } = update;
    this.#waiting.set([account, environment, kind, id].join('/'), update);
    this.#plan();
  }

  judgeAgain(): void {
    if (this.#ended) return;
    this.#reach = undefined;
    void this.#recheckMember().then(() => this.#send({ event: 'session' }));
  }

  lost(): void {
    this.#lost = true;
    this.#waiting.clear();
    this.#plan();
  }

  /** The connection takes more. */
  resume(): void {
    this.#full = false;
    this.#plan();
  }

  /** Ends the stream: the session ended, the service stops, or the page is gone. */
  end(): void {
    if (this.#ended) return;
    for (const stop of this.#stops) stop();
    this.#sink.send({ event: 'end' });
    this.#ended = true;
    this.#sink.end();
  }

  /** Reads session and roles again until nothing has changed meanwhile. */
  async #recheckMember(): Promise<void> {
    this.#outdated = true;
    if (this.#judging) return;
    this.#judging = true;
    try {
      while (this.#outdated && !this.#ended) {
        this.#outdated = false;
        const reach = await this.#readReach();
        if (!reach) this.end();
        else if (!this.#outdated) this.#reach = reach;
      }
    } catch (error) {
      // The page opens another one, which is judged again.
      this.#services.log.warn({ err: error }, 'a stream of updates ended: its session could not be read');
      this.end();
    } finally {
      this.#judging = false;
    }
    this.#plan();
  }

  async #readReach(): Promise<Set<string> | undefined> {
    const session = await findSession(this.#services, this.#secret, { unattended: true });
    if (!session) return undefined;
    const reach = new Set<string>();
    for (const { account, role } of await accountsOf(this.#services, this.memberId)) {
      if (account.settings.second_factor && !hasSecondFactor(session)) continue;
      for (const environment of ['live', 'sandbox'] as const) {
        for (const kind of updateKinds) {
          const about = { role, environment, settings: account.settings, proved: false };
          if (verdictOn(updateActions[kind], about) !== 'permitted') continue;
          reach.add(keyOf(account.id, environment, kind));
          reach.add(keyOf(ALL, ALL, kind));
        }
      }
    }
    return reach;
  }

  #reaches({ account, environment, kind }: Update): boolean {
    return this.#reach?.has(keyOf(account ?? ALL, environment ?? ALL, kind)) ?? false;
  }

  #beat(): void {
    if (this.#ended) return;
    const plan = () => {
      this.#stops[1] = this.#services.clock.schedule(BEAT_MS, () => {
        plan();
        // Nothing signals that a session was idle for too long.
        void this.#recheckMember().then(() => this.#send({ event: 'beat' }));
      });
    };
    plan();
  }

  /** Plans one message for the changes of one transaction, or of many at once. */
  #plan(): void {
    if (this.#planned || this.#ended) return;
    this.#planned = true;
    setImmediate(() => {
      this.#planned = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#ended || this.#full || !this.#reach) return;
    if (this.#lost) this.#send({ event: 'gap' });
    this.#lost = false;
    const data = [...this.#waiting.values()].filter((update) => this.#reaches(update));
    this.#waiting.clear();
    if (data.length > 0) this.#send({ event: 'updates', data });
  }

  #send(message: Message): void {
    if (!this.#ended && !this.#sink.send(message)) this.#full = true;
  }
}

const keyOf = (account: string, environment: Environment | typeof ALL, kind: UpdateKind): string =>
  `${account}/${environment}/${kind}`;
