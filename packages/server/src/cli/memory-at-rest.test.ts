import { expect, test } from 'vitest';
import { collectGarbage, MemoryAtRest } from './memory-at-rest.ts';

const MB = 1_000_000;

/** A process with a load; a collection brings its memory to 160 MB. */
function processAt(resident: number) {
  const state = { resident, busy: 0, collections: 0 };
  const memory = new MemoryAtRest({
    resident: () => state.resident,
    busy: () => state.busy,
    collect() {
      state.collections += 1;
      state.resident = 160 * MB;
    },
  });
  const look = (times: number) => {
    for (let i = 0; i < times; i++) memory.look();
    return state.collections;
  };
  return { state, look };
}

test('memory is collected at the third look at a process at rest, and again after it has grown by 16 MB', () => {
  const { state, look } = processAt(200 * MB);
  expect(look(2)).toBe(0);
  expect(look(1)).toBe(1);
  expect(look(10)).toBe(1);
  state.resident = 175 * MB;
  expect(look(10)).toBe(1);
  state.resident = 176 * MB;
  expect(look(1)).toBe(2);
});

test('a busy process is left alone, and has to rest again', () => {
  const { state, look } = processAt(300 * MB);
  state.busy = 0.05;
  expect(look(10)).toBe(0);
  state.busy = 0.049;
  expect(look(2)).toBe(0);
  state.busy = 0.5;
  expect(look(1)).toBe(0);
  state.busy = 0;
  expect(look(2)).toBe(0);
  expect(look(1)).toBe(1);
});

test('a collection takes what nothing refers to', async () => {
  const reference = new WeakRef({ unused: true });
  // Within one turn of the event loop a weak reference keeps its object.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(reference.deref()).toBe(undefined);
});
