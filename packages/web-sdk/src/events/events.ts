import type { Plan } from '../flow/plan.ts';
import { partOf, type State } from '../flow/state.ts';
import type { AnalyticsEventName } from '../names.ts';
import type { SdkEvents, UserAnalytics } from '../types.ts';

/** The analytics event of a screen; undefined for screens that have none. */
export function eventNameOf(state: State, plan: Plan): AnalyticsEventName | undefined {
  const part = partOf(plan, state);
  const face = part?.kind === 'face';
  if (face && part.variant !== 'standard') return filmEventOf(state, part.variant);
  const side = state.side === 'front' ? 'FRONT' : 'BACK';
  switch (state.screen) {
    case 'welcome':
      return 'WELCOME';
    case 'consent':
      return 'USER_CONSENT';
    case 'type':
      return 'DOCUMENT_TYPE_SELECT';
    case 'hand_over':
      return 'CROSS_DEVICE_INTRO';
    case 'country':
      return 'ID_DOCUMENT_COUNTRY_SELECT';
    case 'guide':
      return face ? 'FACIAL_INTRO' : `DOCUMENT_CAPTURE_${side}`;
    case 'camera':
      // Of a document it is the same screen as its guide, in the words of the contract.
      return face ? 'FACIAL_CAPTURE' : undefined;
    case 'confirm':
      return face ? 'FACIAL_CAPTURE_CONFIRMATION' : `DOCUMENT_CAPTURE_CONFIRMATION_${side}`;
    case 'uploading':
      return 'UPLOAD';
    default:
      return undefined;
  }
}

/** The event of a screen around a film. The recorder sends the events of the film itself. */
function filmEventOf({ screen, trouble }: State, variant: 'video' | 'motion'): AnalyticsEventName | undefined {
  const name = variant === 'video' ? 'VIDEO' : 'MOTION';
  if (screen === 'guide') return `${name}_FACIAL_INTRO`;
  if (screen === 'uploading') return variant === 'motion' ? 'MOTION_FACIAL_UPLOAD' : 'UPLOAD';
  return screen === 'confirm' && variant === 'motion' && trouble?.kind === 'unsent'
    ? 'MOTION_FACIAL_CONNECTION_ERROR'
    : undefined;
}

/** Dispatches an event on the page's window. Its details are properties of the event, too. */
export function notifyWindow(analytics: UserAnalytics): void {
  window.dispatchEvent(Object.assign(new CustomEvent('userAnalyticsEvent', { detail: analytics }), analytics));
}

type Listener = (event: never) => void;

export type Listeners = ReturnType<typeof makeListeners>;

/** Listeners of a handle. One that throws doesn't stop the others. */
export function makeListeners() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    add<K extends keyof SdkEvents>(name: K, listener: (event: SdkEvents[K]) => void): void {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    remove<K extends keyof SdkEvents>(name: K, listener: (event: SdkEvents[K]) => void): void {
      listeners.get(name)?.delete(listener);
    },
    /** Calls the listeners in a microtask, so that those added right after `init` get the event of the first screen. */
    emit<K extends keyof SdkEvents>(name: K, event: SdkEvents[K]): void {
      queueMicrotask(() => {
        for (const listener of [...(listeners.get(name) ?? [])]) guarded(() => listener(event as never));
      });
    },
  };
}

/** Runs a callback of the page. What it throws is reported as an error of the page. */
export function guarded(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    reportError(error);
  }
}
