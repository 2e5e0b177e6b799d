import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { RecordSlots, RecordTools } from '../screens/record.ts';

/*
 * Loaded when a face is to be filmed. Brings nothing of the core along: it gets its tools.
 */

/** Milliseconds that a face video may last (as published clients have it). */
const LONGEST_MS = 20_000;

/** Bits per second: 20 s make 6 MB. */
const BITS = 2_500_000;

/** What is asked in a motion capture and for how many milliseconds: each turn takes its time there and back. */
const motionParts: readonly (readonly [PhraseKey, number])[] = [
  ['motion.left', 3000],
  ['motion.right', 3000],
  ['motion.ahead', 1200],
];

interface Part {
  readonly type: string;
  readonly query: unknown;
}

/** What a browser records, the first of these; nothing where it can't. */
const recordable = (): string | undefined =>
  ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'].find((type) =>
    MediaRecorder.isTypeSupported(type),
  );

/**
 * Films a face in the place of a screen: what is asked is said above, and one button leads on. Answers what stops it.
 *
 * @param tools parts of the core
 */
export default function record(kit: Kit, tools: RecordTools, slots: RecordSlots): () => void {
  const motion = kit.part?.kind === 'face' && kit.part.variant === 'motion';
  const sound = kit.part?.kind === 'face' && kit.part.sound;
  const { heading, stage, below } = slots;
  let gone = false;
  let open: Awaited<ReturnType<typeof tools.openCamera>> | undefined;
  let recorder: MediaRecorder | undefined;
  const timers: number[] = [];
  const later = (ms: number, work: () => void) => void timers.push(window.setTimeout(work, ms));
  const forgetTimers = () => {
    for (const timer of timers.splice(0)) clearTimeout(timer);
  };

  /** Says what to do, above and aloud. */
  const tell = (text: string): void => {
    heading.textContent = text;
    kit.say(text);
  };
  const offer = (key: PhraseKey, press: () => void): void => {
    const button = tools.h('button', { type: 'button', class: 'button', onclick: press }, kit.words('span', key));
    below.replaceChildren(button);
  };

  function wordsOf({ type, query }: Part): string {
    if (type === 'recite') return kit.t('video.recite', { digits: (query as number[]).join(' – ') });
    return kit.t(query === 'turnLeft' ? 'video.turn_left' : 'video.turn_right');
  }

  /** Records until it is stopped; resolves with what was recorded. */
  function start(stream: MediaStream): Promise<Blob> {
    const type = recordable();
    const running = new MediaRecorder(stream, { videoBitsPerSecond: BITS, ...(type ? { mimeType: type } : {}) });
    recorder = running;
    const pieces: Blob[] = [];
    running.ondataavailable = ({ data }) => pieces.push(data);
    running.start();
    return new Promise((resolve) => {
      // Its type without codecs: the service goes by the container.
      running.onstop = () =>
        resolve(new Blob(pieces, { type: (running.mimeType || 'video/webm').split(';')[0] as string }));
    });
  }

  const keep = (blob: Blob, challenge?: { id: string; parts: readonly Part[]; switchAt: number }) => {
    const name = `${motion ? 'motion' : 'video'}.${blob.type === 'video/mp4' ? 'mp4' : 'webm'}`;
    kit.take({ blob, name, method: 'live', cameraName: open?.name ?? '', ...(challenge ? { challenge } : {}) });
  };

  function film(id: string, parts: readonly Part[]): void {
    const [first, second] = parts as [Part, Part];
    const began = performance.now();
    let switchAt = 0;
    let late = false;
    void start((open as { stream: MediaStream }).stream).then((blob) => {
      forgetTimers();
      if (gone) return;
      if (late) ready(kit.t('video.too_long'));
      else keep(blob, { id, parts, switchAt });
    });
    later(LONGEST_MS, () => {
      late = true;
      recorder?.stop();
    });
    slots.recording(true);
    tell(wordsOf(first));
    kit.tellAnalytics('VIDEO_FACIAL_CAPTURE_STEP_1');
    offer('video.next', () => {
      switchAt = Math.round(performance.now() - began);
      tell(wordsOf(second));
      kit.tellAnalytics('VIDEO_FACIAL_CAPTURE_STEP_2');
      offer('video.finish', () => recorder?.stop());
    });
  }

  /** A challenge is good once, so each try asks for one. */
  async function challenge(): Promise<void> {
    const answer = await kit.ask('/v3/live_video_challenge');
    if (gone) return;
    const data = answer?.data as { id: string; challenge: readonly Part[] } | undefined;
    if (data?.challenge?.length === 2) film(data.id, data.challenge);
    else kit.send({ type: 'camera_trouble', what: 'offline' });
  }

  function move(): void {
    void start((open as { stream: MediaStream }).stream).then((blob) => gone || keep(blob));
    slots.recording(true);
    below.replaceChildren();
    kit.tellAnalytics('MOTION_FACIAL_CAPTURE');
    let at = 0;
    for (const [key, ms] of motionParts) {
      later(at, () => tell(kit.t(key)));
      at += ms;
    }
    later(at, () => recorder?.stop());
  }

  function ready(why?: string): void {
    slots.recording(false);
    tell(why ?? kit.t('face.frame'));
    if (motion) kit.tellAnalytics('MOTION_FACIAL_ALIGNMENT');
    offer('video.record', () => {
      below.replaceChildren();
      if (motion) move();
      else void challenge();
    });
  }

  async function begin(): Promise<void> {
    try {
      const opened = await tools.openCamera('user', () => kit.send({ type: 'camera_trouble', what: 'lost' }), sound);
      if (gone) {
        opened.close();
        return;
      }
      open = opened;
      const video = tools.h('video', { playsinline: true, autoplay: true, class: 'mirrored', 'aria-hidden': 'true' });
      video.muted = true;
      video.addEventListener('playing', () => ready(), { once: true });
      video.srcObject = opened.stream;
      stage.prepend(video);
      await video.play().catch(() => {});
    } catch (error) {
      if (!gone) kit.send({ type: 'camera_trouble', what: tools.troubleOf(error) });
    }
  }
  void begin();

  return () => {
    gone = true;
    forgetTimers();
    if (recorder?.state === 'recording') recorder.stop();
    open?.close();
  };
}
