import type { SignalTopic } from './store.ts';

type Listener = (id: string) => void;

/** Hands signals to the listeners of this process. */
export class Signals {
  readonly #listeners = new Map<SignalTopic, Set<Listener>>();

  on(topic: SignalTopic, listener: Listener): () => void {
    let listeners = this.#listeners.get(topic);
    if (!listeners) {
      listeners = new Set();
      this.#listeners.set(topic, listeners);
    }
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit(topic: SignalTopic, id: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(id);
  }
}
