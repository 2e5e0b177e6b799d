import type { Kit } from '../kit.ts';
import { h, svg } from './dom.ts';

/** Direction in which the head turns, as the mirrored picture shows it. */
export type Side = 'left' | 'right';

/** Signs over the picture while the camera records. The heading says the same in words. */
export interface FilmSigns {
  /** Fills the ring around the frame; `part` from 0 to 1. */
  progress(part: number): void;
  /** Shows digits near the lens, in large type; nothing without digits. */
  digits(text?: string): void;
  /** Shows an arrow that moves to a side; nothing without a side. */
  turn(side?: Side): void;
  /** Removes the signs. */
  close(): void;
}

/** Milliseconds between updates of the timer and of the sound level. */
const TICK_MS = 100;

/** Factor by which a voice at arm's length fills the bar of the sound level. */
const LOUDNESS = 4;

/** Seconds as minutes and seconds, such as `0:07`. */
const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Measures how loud a microphone is now, from 0 to 1. Undefined for a stream without sound. */
function soundOf(stream: MediaStream): { level(): number; close(): void } | undefined {
  if (stream.getAudioTracks().length === 0 || typeof AudioContext !== 'function') return undefined;
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 1024 });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.sqrt(power) * LOUDNESS);
    },
    close: () => void context.close().catch(() => {}),
  };
}

/**
 * Shows that the camera records: a dot with a timer, a ring that fills, and the level of the sound where the stream has any.
 *
 * @param shape class of the frame
 */
export function filmSigns(
  kit: Kit,
  { stage, hole }: { readonly stage: HTMLElement; readonly hole: HTMLElement },
  stream: MediaStream,
  shape: string,
): FilmSigns {
  const timer = h('span', { 'aria-hidden': 'true' }, clockOf(0));
  const dot = h(
    'p',
    { class: 'on-air' },
    h('i', {}),
    kit.words('span', 'capture.recording', { class: 'hidden' }),
    timer,
  );
  const radius = shape === 'oval' ? '50%' : 18;
  const line = svg('rect', { width: '100%', height: '100%', rx: radius, ry: radius, pathLength: 1 });
  const ring = svg('svg', { class: 'ring film', 'aria-hidden': 'true' }, line);
  const digits = h('p', { class: 'digits', 'aria-hidden': 'true', dir: 'ltr', hidden: true });
  const arrow = svg(
    'svg',
    { class: 'turning', viewBox: '0 0 48 48', 'aria-hidden': 'true' },
    svg('path', { d: 'M40 24H9M21 11L8 24l13 13' }),
  );
  const sound = soundOf(stream);
  const loudness = h('i', {});
  const bar = sound && h('div', { class: 'level', 'aria-hidden': 'true' }, loudness);
  hole.append(ring);
  stage.append(dot, digits, arrow, ...(bar ? [bar] : []));

  const begun = performance.now();
  const tick = setInterval(() => {
    timer.textContent = clockOf(Math.floor((performance.now() - begun) / 1000));
    if (sound) loudness.style.transform = `scaleX(${sound.level()})`;
  }, TICK_MS);

  return {
    progress: (part) => line.style.setProperty('stroke-dashoffset', String(1 - part)),
    digits(text) {
      digits.hidden = !text;
      digits.textContent = text ?? '';
    },
    turn: (side) => arrow.setAttribute('class', side ? `turning ${side}` : 'turning'),
    close() {
      clearInterval(tick);
      sound?.close();
      for (const sign of [ring, dot, digits, arrow, bar]) sign?.remove();
    },
  };
}
