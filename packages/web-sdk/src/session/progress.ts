import type { ChosenDocument } from '../flow/plan.ts';
import type { State } from '../flow/state.ts';
import type { Settings } from '../options/read.ts';
import { isRecord } from '../options/rules.ts';
import type { Captured } from '../result.ts';

/** Uploads of a flow of steps, and the place where it continues after a reload of the page. */
export interface Progress {
  /** Number of the step to continue with, of the steps of the options. */
  readonly step: number;
  /** Set while the front of a document is uploaded and its back is not. */
  readonly front: ChosenDocument | null;
  readonly captures: readonly Captured[];
}

/** Key in the session storage, which ends with the tab. */
const KEY = 'bonafide-progress';

/** Types of all steps: a page that asks for other steps begins again. */
const stepsOf = ({ steps }: Settings): string => steps.map(({ type }) => type).join();

const isCaptured = (value: unknown): value is Captured =>
  isRecord(value) && ['kind', 'id', 'type', 'side'].every((name) => typeof value[name] === 'string');

const isChosen = (value: unknown): value is ChosenDocument =>
  isRecord(value) && typeof value.choice === 'string' && (value.country === null || typeof value.country === 'string');

/** Reads what the tab stores. Undefined where it stores nothing, or the progress of other steps or of another token. */
function recall(settings: Settings): Progress | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (!isRecord(stored) || stored.token !== settings.token.id || stored.steps !== stepsOf(settings)) return undefined;
    const { step, front, captures } = stored;
    if (typeof step !== 'number' || !Array.isArray(captures) || !captures.every(isCaptured)) return undefined;
    return { step, front: isChosen(front) ? front : null, captures };
  } catch {
    return undefined;
  }
}

export type ProgressStore = ReturnType<typeof makeProgressStore>;

/**
 * Keeps the progress of a flow of steps in the tab, for this token alone, so that a reload of the page takes no photo again.
 * It stores ids, types and countries: never a picture, nor anything that the applicant has typed. Workflow runs and the step
 * `stepUp` continue by what the service knows.
 *
 * @param isOn false on a phone that gets its steps from a computer, which stores its place in the room
 */
export function makeProgressStore(settings: () => Settings, isOn: boolean) {
  const { token, run, steps } = settings();
  const stores = isOn && token.id !== null && run === null && steps.every(({ type }) => type !== 'stepUp');
  let progress = stores ? recall(settings()) : undefined;

  function write(): void {
    try {
      if (progress)
        sessionStorage.setItem(
          KEY,
          JSON.stringify({ token: settings().token.id, steps: stepsOf(settings()), ...progress }),
        );
      else sessionStorage.removeItem(KEY);
    } catch {
      // The page may not store anything: then a reload begins again.
    }
  }

  return {
    /** The progress before a reload. */
    recalled: progress,

    /** Stores the progress if captures were added since the last call. */
    save(step: number, { side, choice, country }: State, captures: readonly Captured[]): void {
      if (!stores || captures.length === (progress?.captures.length ?? 0)) return;
      progress = {
        step,
        front: side === 'back' && choice !== null ? { choice, country } : null,
        captures: [...captures],
      };
      write();
    },

    /** Stores the progress for the token that has replaced an expired one. */
    renew(): void {
      if (progress) write();
    },

    /** Forgets the progress: the flow is over, or begins again. */
    forget(): void {
      if (!progress) return;
      progress = undefined;
      write();
    },
  };
}
