import type { LiveCamera } from '../capture/live-camera.ts';
import type { Recording } from '../capture/recording.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FilmSigns, Side } from '../ui/film-signs.ts';
import type { RecordSlots, RecordTools } from './tools.ts';

type FaceListener = Parameters<Awaited<ReturnType<RecordTools['loadFaceVision']>>['default']>[2];

/** A film of a face: texts around the picture, the view of the face, and the recording. */
export class Film {
  readonly kit: Kit;
  readonly slots: RecordSlots;
  readonly #tools: RecordTools;
  readonly #camera: LiveCamera;
  readonly #stream: MediaStream;
  readonly #hint: HTMLElement;
  #recording: Recording | undefined;
  #signs: FilmSigns | undefined;
  #stopWatching: (() => void) | undefined;
  #closed = false;

  /** @param stream of the camera */
  constructor(kit: Kit, tools: RecordTools, slots: RecordSlots, camera: LiveCamera, stream: MediaStream) {
    this.kit = kit;
    this.slots = slots;
    this.#tools = tools;
    this.#camera = camera;
    this.#stream = stream;
    this.#hint = tools.h('p', {});
  }

  isClosed(): boolean {
    return this.#closed || this.#camera.isClosed();
  }

  /** Sets the title without reading it out. */
  title(key: PhraseKey): void {
    this.#tools.setPhrase(this.kit, this.slots.heading, key);
  }

  /** Sets the title and reads it out. */
  instruct(key: PhraseKey, values?: Readonly<Record<string, string>>): void {
    this.#tools.instruct(this.kit, this.slots.heading, key, values);
  }

  /** Sets the sentence below the picture, and reads it out on demand; clears it without a key. */
  hint(key: PhraseKey | undefined, aloud = false): void {
    if (key) this.#tools.setPhrase(this.kit, this.#hint, key);
    else this.#hint.textContent = '';
    if (key && aloud) this.kit.say(this.kit.t(key));
  }

  after(milliseconds: number, work: () => void): void {
    this.#camera.after(milliseconds, work);
  }

  stopTimers(): void {
    this.#camera.stopTimers();
  }

  /** Sets what stands below the picture besides the hint. The focus moves on from an element that goes. */
  below(...nodes: readonly HTMLElement[]): void {
    const { below, heading } = this.slots;
    const focused = below.matches(':focus-within');
    below.replaceChildren(this.#hint, ...nodes);
    if (focused) (nodes.find(({ tagName }) => tagName === 'BUTTON') ?? heading).focus();
  }

  /** A button that ignores the second click of a double one: that was meant for the button before it. */
  button(key: PhraseKey, press: () => void): HTMLButtonElement {
    const onclick = ({ detail }: MouseEvent) => {
      if (detail < 2) press();
    };
    return this.#tools.h('button', { type: 'button', class: 'button', onclick }, this.kit.words('span', key));
  }

  /** Marks the frame around the face. */
  mark(...marks: readonly string[]): void {
    this.slots.hole.className = ['hole', 'oval', ...marks].join(' ');
  }

  /**
   * Looks for the face until `stopWatching`, or until it is called again.
   *
   * @param listener gets undefined where this browser can't look for faces
   */
  watch(listener: FaceListener, pace: 'still' | 'moving'): void {
    this.#stopWatching?.();
    let isWatching = true;
    let stop: (() => void) | undefined;
    this.#stopWatching = () => {
      isWatching = false;
      stop?.();
    };
    this.#tools.loadFaceVision().then(
      (module) => {
        if (!isWatching) return;
        const { video } = this.#camera;
        stop = module.default(video, this.slots.hole, (look) => isWatching && listener(look), pace);
      },
      () => isWatching && listener(undefined),
    );
  }

  stopWatching(): void {
    this.#stopWatching?.();
  }

  /** Shows how far the film is; `part` from 0 to 1. */
  progress(part: number): void {
    this.#signs?.progress(part);
  }

  /** Shows what to do now, besides the title: digits to say, or a turn. */
  show({ digits, turn }: { readonly digits?: string; readonly turn?: Side | undefined }): void {
    this.#signs?.digits(digits);
    this.#signs?.turn(turn);
  }

  /** Records until `stop`; resolves with the recording, and never where that is empty or was dropped. */
  record(): Promise<Blob> {
    const { startRecording, filmSigns, troubleOf } = this.#tools;
    const recording = startRecording(this.#stream);
    this.#recording = recording;
    this.#signs?.close();
    this.#signs = filmSigns(this.kit, this.slots, this.#stream, 'oval');
    const isCurrent = () => this.#recording === recording;
    return new Promise((resolve) => {
      recording.filmed.then(
        (blob) => isCurrent() && resolve(blob),
        (error) => {
          if (isCurrent() && !this.isClosed()) this.kit.send({ type: 'camera_trouble', what: troubleOf(error) });
        },
      );
    });
  }

  /** Stops the recording, once it has a picture. */
  stop(): void {
    this.#recording?.stop();
  }

  /** Ends the recording without a result. */
  drop(): void {
    this.#recording?.drop();
    this.#recording = undefined;
    this.#signs?.close();
    this.#signs = undefined;
  }

  /** Takes the recording as the capture of this step. */
  keep(blob: Blob, name: string, challenge?: { id: string; parts: readonly unknown[]; switchAt: number }): void {
    if (this.isClosed() || !this.#camera.isLive()) return;
    const cameraName = this.#stream.getVideoTracks()[0]?.label ?? '';
    const file = { blob, name: this.#tools.nameFor(blob, name), method: 'live', cameraName } as const;
    this.kit.take(challenge ? { ...file, challenge } : file);
  }

  close(): void {
    this.#closed = true;
    this.#stopWatching?.();
    this.#recording?.drop();
    this.#signs?.close();
  }
}
