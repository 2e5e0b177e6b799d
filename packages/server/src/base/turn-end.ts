/** Works of this turn of the event loop, and those that they bring about. */
let works: (() => void)[] = [];
let isRunning = false;

/**
 * Runs work at the end of this turn of the event loop, when all that arrived with it is known: reads that can share a statement,
 * writes that can share a packet. Work that it brings about, after any number of promises, still runs in the same turn, once all promises
 * have been heard; work after that belongs to the next turn.
 */
export function atTurnEnd(work: () => void): void {
  if (works.push(work) === 1 && !isRunning) setImmediate(runFirst);
}

function runAll(): void {
  const due = works;
  works = [];
  for (const work of due) work();
}

function runFirst(): void {
  isRunning = true;
  runAll();
  // A tick that a promise asks for comes after all promises that are due.
  queueMicrotask(() => process.nextTick(runBroughtAbout));
}

function runBroughtAbout(): void {
  isRunning = false;
  runAll();
}
