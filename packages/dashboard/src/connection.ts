import { useSyncExternalStore } from 'react';

/** State of the connection, and the changes that wait until the browser is online. */
interface Connection {
  readonly online: boolean;
  readonly waiting: number;
}

let state: Connection = { online: navigator.onLine, waiting: 0 };
const listeners = new Set<() => void>();

function become(change: Partial<Connection>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

addEventListener('online', () => become({ online: true }));
addEventListener('offline', () => become({ online: false }));
// A page that is closed takes its changes with it: the browser asks first.
addEventListener('beforeunload', (event) => state.waiting > 0 && event.preventDefault());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The connection of the browser, for the line that says so. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state);

/** Resolves once the browser is online: at once, or with the connection. Until then the change is counted. */
export async function whenOnline(): Promise<void> {
  if (navigator.onLine) return;
  become({ waiting: state.waiting + 1 });
  await new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }));
  become({ waiting: state.waiting - 1 });
}
