import { isFilmed, offerOf } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import { svg } from '../ui/dom.ts';
import { captureMethods } from './capture-methods.ts';

/** Milliseconds for which each look must be good before the picture is taken. `ui/camera-style.ts` fills the ring in this time. */
const FILL_MS = 1000;
/** Milliseconds without a picture after which the button is shown. */
export const BUTTON_MS = 6000;

/** Returns whether the camera of this step takes the picture by itself. The hints know faces and whole documents, and no film. */
export const isAutomatic = ({ part, settings }: Kit): boolean =>
  settings.options.useAutoCapture !== false && !isFilmed(part) && offerOf(part)?.kind !== 'seal';

/**
 * Returns whether the camera opens without its guide: on a phone that may use it and has no other way, for the first side, once the
 * applicant has pressed something. For the back, the applicant turns the document first. A picture that was refused, and a retry of
 * a workflow, are explained. Back leads to the guide.
 */
export function opensByItself(kit: Kit): boolean {
  const { part, choice, state } = kit;
  const { camera, native, files, phone } = captureMethods(kit);
  const isOneWay = kit.phone && camera && !native && !files && !phone;
  const isPlain = (part?.kind === 'document' && !choice?.title) || part?.kind === 'face';
  const isFirst = state.side === 'front' && state.refusals === 0 && !state.trouble && !state.returned && !kit.retry;
  const isBegun = state.step > 0 || state.trail.length > 0;
  return isBegun && isAutomatic(kit) && kit.camera.granted && isOneWay && isPlain && isFirst;
}

/**
 * Returns for how many milliseconds each look has been good; undefined after a look that was not.
 *
 * @param now time of the look, in milliseconds
 */
export function lasting(): (good: boolean, now: number) => number | undefined {
  let since: number | undefined;
  return (good, now) => {
    since = good ? (since ?? now) : undefined;
    return since === undefined ? undefined : now - since;
  };
}

/** Takes the picture once it has been good for a second, and fills a ring around the frame meanwhile. */
export class AutoCapture {
  /** The caller places it in the frame. */
  readonly ring: SVGElement;
  readonly #take: () => void;
  #measure = lasting();

  /**
   * @param shape class of the frame
   * @param take takes the picture; called once for each second of good looks
   */
  constructor(shape: string, take: () => void) {
    this.#take = take;
    const radius = shape === 'oval' ? '50%' : 18;
    const rect = svg('rect', { width: '100%', height: '100%', rx: radius, ry: radius, pathLength: 1 });
    this.ring = svg('svg', { class: 'ring', 'aria-hidden': 'true' }, rect);
  }

  /** Handles a look: true if everything about the picture is good. */
  look(good: boolean): void {
    const milliseconds = this.#measure(good, performance.now());
    this.ring.classList.toggle('filling', milliseconds !== undefined);
    if (milliseconds === undefined || milliseconds < FILL_MS) return;
    this.#measure = lasting();
    this.#take();
  }

  /** Empties the ring: the camera gives no picture for now, or no further look comes. */
  stop(): void {
    this.#measure = lasting();
    this.ring.classList.remove('filling');
  }
}
