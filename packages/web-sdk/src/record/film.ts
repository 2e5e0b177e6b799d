import type { LiveCamera } from '../capture/live-camera.ts';
import type { Recording } from '../capture/recording.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FilmSigns, Side } from '../ui/film-signs.ts';
import type { RecordSlots, RecordTools } from './tools.ts';

/** A film of a face: texts around the picture, the view of the face, and the recording. */
export type Film = ReturnType<typeof makeFilm>;

/** @param stream of the camera */
export function makeFilm(kit: Kit, tools: RecordTools, slots: RecordSlots, camera: LiveCamera, stream: MediaStream) {
  const { setPhrase } = tools;
  const hint = tools.h('p', {});
  let recording: Recording | undefined;
  let signs: FilmSigns | undefined;
  let stopWatching: (() => void) | undefined;
  let closed = false;
  const isClosed = (): boolean => closed || camera.isClosed();

  return {
    kit,
    slots,
    h: tools.h,
    /** Sets the title without reading it out. */
    title: (key: PhraseKey): void => setPhrase(kit, slots.heading, key),
    /** Sets the title and reads it out. */
    instruct: (key: PhraseKey, values?: Readonly<Record<string, string>>): void =>
      tools.instruct(kit, slots.heading, key, values),
    /** Sets the sentence below the picture, and reads it out on demand; clears it without a key. */
    hint(key: PhraseKey | undefined, aloud = false): void {
      if (key) setPhrase(kit, hint, key);
      else hint.textContent = '';
      if (key && aloud) kit.say(kit.t(key));
    },
    after: (milliseconds: number, work: () => void): void => camera.after(milliseconds, work),
    stopTimers: (): void => camera.stopTimers(),
    /** Sets what stands below the picture besides the hint. The focus moves on from an element that goes. */
    below(...nodes: readonly HTMLElement[]): void {
      const focused = slots.below.matches(':focus-within');
      slots.below.replaceChildren(hint, ...nodes);
      if (focused) (nodes.find(({ tagName }) => tagName === 'BUTTON') ?? slots.heading).focus();
    },
    /** A button that ignores the second click of a double one: that was meant for the button before it. */
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
     * Looks for the face until `stopWatching`, or until it is called again.
     *
     * @param listener gets undefined where this browser can't look for faces
     */
    watch(
      listener: Parameters<Awaited<ReturnType<typeof tools.loadFaceVision>>['default']>[2],
      pace: 'still' | 'moving',
    ) {
      stopWatching?.();
      let isWatching = true;
      let stop: (() => void) | undefined;
      stopWatching = () => {
        isWatching = false;
        stop?.();
      };
      tools.loadFaceVision().then(
        (module) => {
          if (isWatching) stop = module.default(camera.video, slots.hole, (look) => isWatching && listener(look), pace);
        },
        () => isWatching && listener(undefined),
      );
    },
    stopWatching: () => stopWatching?.(),
    /** Shows how far the film is; `part` from 0 to 1. */
    progress: (part: number): void => signs?.progress(part),
    /** Shows what to do now, besides the title: digits to say, or a turn. */
    show({ digits, turn }: { readonly digits?: string; readonly turn?: Side | undefined }): void {
      signs?.digits(digits);
      signs?.turn(turn);
    },
    /** Records until `stop`; resolves with the recording, and never where that is empty or was dropped. */
    record(): Promise<Blob> {
      const own = tools.startRecording(stream);
      recording = own;
      signs?.close();
      signs = tools.filmSigns(kit, slots, stream, 'oval');
      return new Promise((resolve) => {
        own.filmed.then(
          (blob) => recording === own && resolve(blob),
          (error) => {
            if (recording === own && !isClosed()) kit.send({ type: 'camera_trouble', what: tools.troubleOf(error) });
          },
        );
      });
    },
    /** Stops the recording, once it has a picture. */
    stop: () => recording?.stop(),
    /** Ends the recording without a result. */
    drop(): void {
      recording?.drop();
      recording = undefined;
      signs?.close();
      signs = undefined;
    },
    /** Takes the recording as the capture of this step. */
    keep(blob: Blob, name: string, challenge?: { id: string; parts: readonly unknown[]; switchAt: number }): void {
      if (isClosed() || !camera.isLive()) return;
      const cameraName = stream.getVideoTracks()[0]?.label ?? '';
      const file = { blob, name: tools.nameFor(blob, name), method: 'live', cameraName } as const;
      kit.take(challenge ? { ...file, challenge } : file);
    },
    isClosed,
    close(): void {
      closed = true;
      stopWatching?.();
      recording?.drop();
      signs?.close();
    },
  };
}
