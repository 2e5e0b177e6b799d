import type { Tape } from '../capture/tape.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { RecordSlots, RecordTools } from './tools.ts';

/** Milliseconds that a film has at least: a recorder may take so long for its first picture. */
const SHORTEST_MS = 1000;

/** A camera that is open, and what films need: places to say things, timers, and what records. */
export type Film = ReturnType<typeof makeFilm>;

/**
 * @param stream of the camera
 * @param video shows it
 */
export function makeFilm(
  kit: Kit,
  tools: RecordTools,
  slots: RecordSlots,
  { stream, video }: { stream: MediaStream; video: HTMLVideoElement },
) {
  const hint = tools.h('p', {});
  const timers: number[] = [];
  let tape: Tape | undefined;
  let began = 0;
  let stopWatching: (() => void) | undefined;
  let gone = false;

  const title = (key: PhraseKey, values?: Readonly<Record<string, string>>): void => {
    slots.heading.textContent = kit.t(key, values);
    slots.heading.dataset.i18nToken = key;
  };
  /** Says what to do, above and aloud. */
  const tell = (key: PhraseKey, values?: Readonly<Record<string, string>>): void => {
    title(key, values);
    kit.say(kit.t(key, values));
  };
  const hinted = (key: PhraseKey | undefined, aloud = false): void => {
    hint.textContent = key ? kit.t(key) : '';
    if (key) hint.dataset.i18nToken = key;
    if (key && aloud) kit.say(kit.t(key));
  };
  const stopTimers = () => {
    for (const timer of timers.splice(0)) clearTimeout(timer);
  };

  return {
    kit,
    slots,
    h: tools.h,
    /** Says it above, for whoever reads or gets there by focus. */
    title,
    tell,
    /** A sentence below the picture; said aloud on demand. */
    hinted,
    later: (ms: number, work: () => void) => void timers.push(window.setTimeout(work, ms)),
    stopTimers,
    /** What stands below the picture besides the hint. The focus isn't lost with what goes. */
    below(...nodes: readonly HTMLElement[]): void {
      const held = slots.below.matches(':focus-within');
      slots.below.replaceChildren(hint, ...nodes);
      if (held) (nodes.find(({ tagName }) => tagName === 'BUTTON') ?? slots.heading).focus();
    },
    /** The second press of a double one is of the button that stood there before. */
    button(key: PhraseKey, press: () => void): HTMLButtonElement {
      const onclick = ({ detail }: MouseEvent) => {
        if (detail < 2) press();
      };
      return tools.h('button', { type: 'button', class: 'button', onclick }, kit.words('span', key));
    },
    /** Marks the frame around the face. */
    mark(...marks: readonly string[]): void {
      slots.hole.className = ['hole', 'oval', ...marks].join(' ');
    },
    /**
     * Looks for the face until it is told to stop, or begins anew.
     *
     * @param told gets undefined where that can't be had here
     */
    watch(told: Parameters<Awaited<ReturnType<typeof tools.loadFaceVision>>['default']>[2], pace: 'still' | 'moving') {
      stopWatching?.();
      let wanted = true;
      let stop: (() => void) | undefined;
      stopWatching = () => {
        wanted = false;
        stop?.();
      };
      tools.loadFaceVision().then(
        (module) => {
          if (wanted) stop = module.default(video, slots.hole, (look) => wanted && told(look), pace);
        },
        () => wanted && told(undefined),
      );
    },
    stopWatching: () => stopWatching?.(),
    /** Records until it is stopped; resolves with what was recorded, and never where that is nothing. */
    record(): Promise<Blob> {
      tape = tools.startTape(stream);
      began = performance.now();
      return tape.filmed.catch((error) => {
        if (!gone) kit.send({ type: 'camera_trouble', what: tools.troubleOf(error) });
        return new Promise<never>(() => {});
      });
    },
    stop: () => void timers.push(window.setTimeout(() => tape?.stop(), began + SHORTEST_MS - performance.now())),
    /** Hands on what was recorded. */
    keep(blob: Blob, name: string, challenge?: { id: string; parts: readonly unknown[]; switchAt: number }): void {
      const cameraName = stream.getVideoTracks()[0]?.label ?? '';
      const file = { blob, name: tools.nameFor(blob, name), method: 'live', cameraName } as const;
      kit.take(challenge ? { ...file, challenge } : file);
    },
    gone: () => gone,
    close(): void {
      gone = true;
      stopTimers();
      stopWatching?.();
      tape?.stop();
    },
  };
}
