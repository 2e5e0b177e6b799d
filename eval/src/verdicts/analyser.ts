import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type DocumentFile, readSides, type SideRead } from '@bonafide/verification';

/** Argument by which the evaluation becomes a process that analyses for another one. */
export const ANALYSER = '--analyser';

interface Request {
  readonly file: DocumentFile;
  readonly today: string;
}

type Answer = { readonly sides: readonly SideRead[] } | { readonly error: string };

/** Analyses what the parent sends until it is gone. */
export function serveAnalyses(): void {
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ file, today }: Request) => {
    const answer: Answer = await readSides(file, { today }).then(
      (sides) => ({ sides }),
      (error) => ({ error: String(error) }),
    );
    process.send?.(answer);
  });
}

/** A process that reads sides of documents, one file after the other. */
export function startAnalyser() {
  const child = fork(process.argv[1]!, [ANALYSER], {
    env: { ...process.env, VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    /** Throws what the analysis threw. */
    async read(file: DocumentFile, today: string): Promise<readonly SideRead[]> {
      child.send({ file, today } satisfies Request);
      const [answer] = (await once(child, 'message')) as [Answer];
      if ('error' in answer) throw new Error(`${file.id}: ${answer.error}`);
      return answer.sides;
    },
    stop: () => child.kill(),
  };
}

/** Processes that do nothing but work, as many as asked; ends them when called. */
export function keepBusy(count: number): () => void {
  const children = Array.from({ length: count }, () => fork(process.argv[1]!, [BUSY], { stdio: 'ignore' }));
  return () => {
    for (const child of children) child.kill();
  };
}

/** Argument by which the evaluation becomes a process that only takes time. */
export const BUSY = '--busy-loop';

export function takeTime(): never {
  for (let i = 0; ; i = (i + 1) % 1e9) Math.sqrt(i);
}
