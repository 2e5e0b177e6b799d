import type { DocumentFile } from '@bonafide/verification';

const verification = () => import('@bonafide/verification');

/** What can be asked of the analysers, by name; each takes plain values and bytes, and gives plain values. */
export const tasks = {
  /** Reads every side of an identity document. */
  async document({ files, today }: { files: readonly DocumentFile[]; today: string }) {
    const { analyseDocument } = await verification();
    return analyseDocument(files, { today });
  },
  /** What is wrong with a picture of a document, for the upload that asks. Throws `UnreadableImage`. */
  async quality({ bytes }: { bytes: Uint8Array }) {
    const { assessQuality, decode } = await verification();
    return assessQuality(await decode(bytes));
  },
} satisfies Record<string, (input: never) => Promise<unknown>>;

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
