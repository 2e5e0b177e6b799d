import type { TestMode } from '../types.ts';
import type { h as makeElement } from '../ui/dom.ts';
import { openDrawn } from './drawn-camera.ts';
import type { Outcomes } from './outcomes.ts';
import { makePanel } from './panel.ts';
import type { Scene } from './scenes.ts';

/*
 * Loaded in test mode. Imports nothing of the core: it gets its tools as arguments.
 */

/**
 * Begins the test mode of a session.
 *
 * @param shadow gets the style of the panel
 * @param send tells the service the outcomes; resolves with whether it has them
 */
export default function beginTestMode(
  h: typeof makeElement,
  shadow: ShadowRoot,
  { document, documentResult, face }: TestMode,
  send: (outcomes: Outcomes) => Promise<boolean>,
) {
  let outcomes: Outcomes = { document_result: documentResult ?? null, face: face ?? null };
  /** Outcomes that this page has sent. */
  let known: Outcomes = { document_result: null, face: null };
  let sending: Promise<boolean> = Promise.resolve(true);

  /** Sends the outcomes unless the service has them. Calls take turns, so that the last choice is the last one sent. */
  function settle(): Promise<boolean> {
    sending = sending.then(async () => {
      const wanted = outcomes;
      if (wanted.document_result === known.document_result && wanted.face === known.face) return true;
      const isSent = await send(wanted);
      if (isSent) known = wanted;
      return isSent;
    });
    return sending;
  }

  const panel = makePanel(h, shadow, outcomes, (chosen) => {
    outcomes = chosen;
    void settle().then((isSettled) => panel.report(isSettled));
  });
  void settle().then((isSettled) => panel.report(isSettled));

  return {
    panel: panel.element,
    settled: settle,
    /** Opens a camera that shows the drawing of a step. */
    open: ({ type, side }: Pick<Scene, 'type' | 'side'>, sound: boolean): Promise<MediaStream> => {
      const isDocument = type !== 'face' && type !== 'poa';
      const drawn = isDocument && document ? document : type;
      return openDrawn({ type: drawn, side, face: outcomes.face }, sound);
    },
  };
}
