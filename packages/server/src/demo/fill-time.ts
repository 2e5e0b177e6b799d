import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, systemClock } from '../base/clock.ts';
import { CommandFailed } from '../cli/io.ts';
import type { Operator } from '../cli/operator.ts';

/** Milliseconds between the first two checks whether the service is still working, and the most between two. Each takes processor time. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 320;

/** Milliseconds that the demo waits for unfinished work. The service finishes the rest later. */
const PATIENCE_MS = 120_000;

/** Waits until `done` says so, or for two minutes. */
export async function settled(done: () => Promise<boolean>): Promise<void> {
  const end = systemClock.now() + PATIENCE_MS;
  let pause = FIRST_PAUSE_MS;
  while (!(await done()) && systemClock.now() < end) {
    await delay(pause);
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}

/** The clock of the service, which the demo sets back. */
export function clockOf(operator: Operator) {
  return {
    /** Sets the clock back by so many seconds; answers the address of the dashboard. */
    async setBack(seconds: number): Promise<string> {
      const body = { behind_seconds: Math.max(0, Math.round(seconds)) };
      const answer = await operator.call('PUT', '/demo_clock', body).catch((error: unknown) => {
        if ((error as { status?: number }).status !== 404) throw error;
        throw new CommandFailed('Sample data can be created only in development mode (--mode development)');
      });
      return answer.dashboard_url;
    },
    /** Waits until the analysers have looked at every live report. */
    async settle(): Promise<void> {
      const waits = ({ kind }: { kind: string }) => kind === 'report';
      await settled(async () => !(await operator.call('GET', '/health')).jobs.some(waits));
    },
  };
}

/** One of this number of old reports still waits, so that the queue has an old report. */
const LEFT = 7;

/** Decides the live reports that have waited for so many days, as a team of reviewers would have. Answers how many. */
export async function decideEarlier(
  operator: Operator,
  account: string,
  { now, days }: { readonly now: number; readonly days: number },
): Promise<number> {
  const { reports } = await operator.call('GET', `/accounts/${account}/reports?per_page=500`);
  const old = (reports as { id: string; name: string; created_at: string }[]).filter(
    ({ created_at }) => Date.parse(created_at) <= now - days * DAY_MS,
  );
  let decided = 0;
  for (const { id, name } of old) {
    const place = Number.parseInt(id.slice(-4), 16);
    if (place % LEFT === 0) continue;
    const decide = (decision: object) => operator.call('POST', `/accounts/${account}/reports/${id}/decide`, decision);
    const part = (sub_result: string) => (name === 'document' ? { sub_result } : {});
    const clear = { result: 'clear', note: notes.clear, ...part('clear') };
    const consider = {
      result: 'consider',
      note: notes[name as keyof typeof notes] ?? notes.consider,
      ...part('caution'),
    };
    if (place % 3 === 0) await decide(consider);
    // A report with a flagged part can't be clear as a whole.
    else await decide(clear).catch(() => decide(consider));
    decided += 1;
  }
  return decided;
}

const notes = {
  clear: 'The applicant sent a better image by email. It matches the data.',
  consider: 'The applicant could not explain the difference.',
  document: 'The document does not match the data of the applicant.',
  watchlist_standard: 'Date of birth and nationality match the listed person.',
} as const;
