/** The queue that a task waits in: accounts take turns, and so do the applicants of one account. */
export interface Lane {
  readonly account: string;
  readonly applicant: string;
}

/** Most tasks that may wait: of one applicant, of one account, and of all accounts. */
export interface Bounds {
  readonly applicant: number;
  readonly account: number;
  readonly all: number;
}

export interface TurnsOptions {
  /** Tasks that run at once. */
  readonly places: number;
  /** Most places that one account takes; default: all. */
  readonly placesOfAccount?: number;
  /** Most places that heavy tasks take; default: all. */
  readonly placesOfHeavy?: number;
  /** Most light tasks and most heavy tasks that wait in lanes; default: no limit. */
  readonly bounds?: { readonly light: Bounds; readonly heavy: Bounds };
}

export interface Turn {
  /** Absent: the task waits in one lane with all others that have none, and no bound applies to it. */
  readonly lane?: Lane | undefined;
  /** True for a task that waits as long as it must: no bound applies to it. */
  readonly patient?: boolean;
  /** True for a task that takes much memory and time. */
  readonly heavy?: boolean;
}

/** The error when too many tasks of the applicant, of the account or of all wait already. */
export class TooManyWaiting extends Error {
  constructor() {
    super('Too many tasks wait already');
    this.name = 'TooManyWaiting';
  }
}

interface Waiting {
  readonly lane: Lane;
  readonly bounded: boolean;
  readonly heavy: boolean;
  start(): void;
  fail(error: Error): void;
}

const NO_LANE: Lane = { account: '', applicant: '' };

/** Waiting tasks in the order of their turns. */
class Lanes {
  /** First the account whose turn is next, and in it first the applicant whose turn is next. */
  readonly #accounts = new Map<string, Map<string, Waiting[]>>();

  add(waiting: Waiting): void {
    const { account, applicant } = waiting.lane;
    const applicants = this.#accounts.get(account) ?? new Map<string, Waiting[]>();
    this.#accounts.set(account, applicants);
    applicants.set(applicant, [...(applicants.get(applicant) ?? []), waiting]);
  }

  /**
   * Removes and returns the next task that may start. Its account and applicant then move behind all others. Tasks that may not
   * start yet keep their turn. Tasks of one applicant keep their order.
   */
  take(mayStart: (waiting: Waiting) => boolean): Waiting | undefined {
    for (const [account, applicants] of this.#accounts) {
      for (const [applicant, [first, ...rest]] of applicants) {
        if (!first || !mayStart(first)) continue;
        applicants.delete(applicant);
        if (rest.length > 0) applicants.set(applicant, rest);
        this.#accounts.delete(account);
        if (applicants.size > 0) this.#accounts.set(account, applicants);
        return first;
      }
    }
    return undefined;
  }

  *all(): Generator<Waiting> {
    for (const applicants of this.#accounts.values()) for (const line of applicants.values()) yield* line;
  }
}

/**
 * Lets a few tasks run at a time. The places go round between accounts, then between the applicants of one account, so
 * that no account waits longer than one task of each other account, however many tasks those send.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting = new Lanes();
  readonly #running = new Set<Waiting>();
  #closed: Error | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Runs a task in its turn. Throws `TooManyWaiting`, or what the task throws. */
  async run<T>(task: () => Promise<T>, turn: Turn = {}): Promise<T> {
    const leave = await this.enter(turn);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** Waits for a place, and answers the function that gives it back. Throws `TooManyWaiting`. */
  enter({ lane, patient = false, heavy = false }: Turn = {}): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(this.#closed);
      const waiting: Waiting = {
        lane: lane ?? NO_LANE,
        bounded: lane !== undefined && !patient,
        heavy,
        start: () => {
          this.#running.add(waiting);
          resolve(() => {
            this.#running.delete(waiting);
            this.#next();
          });
        },
        fail: reject,
      };
      if (!this.#fits(waiting)) return reject(new TooManyWaiting());
      this.#waiting.add(waiting);
      this.#next();
    });
  }

  /** Number of tasks that run. */
  get running(): number {
    return this.#running.size;
  }

  /** Number of tasks that wait. */
  get waiting(): number {
    return [...this.#waiting.all()].length;
  }

  /** Fails all tasks that wait, and all that come later. */
  close(error: Error): void {
    this.#closed = error;
    const next = () => this.#waiting.take(() => true);
    for (let task = next(); task; task = next()) task.fail(error);
  }

  #next(): void {
    const mayStart = (waiting: Waiting) => this.#mayStart(waiting);
    while (this.#running.size < this.#options.places) {
      const next = this.#waiting.take(mayStart);
      if (!next) return;
      next.start();
    }
  }

  #mayStart({ lane, heavy }: Waiting): boolean {
    const { places, placesOfAccount = places, placesOfHeavy = places } = this.#options;
    let [ofAccount, ofHeavy] = [0, 0];
    for (const task of this.#running) {
      if (task.lane.account === lane.account) ofAccount += 1;
      if (task.heavy) ofHeavy += 1;
    }
    return ofAccount < placesOfAccount && (!heavy || ofHeavy < placesOfHeavy);
  }

  #fits({ bounded, lane, heavy }: Waiting): boolean {
    const bounds = this.#options.bounds?.[heavy ? 'heavy' : 'light'];
    if (!bounds || !bounded) return true;
    let [ofApplicant, ofAccount, all] = [0, 0, 0];
    for (const task of this.#waiting.all()) {
      if (!task.bounded || task.heavy !== heavy) continue;
      all += 1;
      if (task.lane.account !== lane.account) continue;
      ofAccount += 1;
      if (task.lane.applicant === lane.applicant) ofApplicant += 1;
    }
    return ofApplicant < bounds.applicant && ofAccount < bounds.account && all < bounds.all;
  }
}
