import type { DocumentFile } from '@bonafide/verification';

const verification = () => import('@bonafide/verification');

/** What can be asked of the analysers, by name; each takes plain values and bytes, and gives plain values. */
export const tasks = {
  /** Reads every side of an identity document. */
  async document({ files, today }: { files: readonly DocumentFile[]; today: string }) {
    const { analyseDocument } = await verification();
    return analyseDocument(files, { today });
  },
  /**
   * What is wrong with a picture, for the upload that asks; with `document`, also as one of a document. Throws
   * `UnreadableImage`.
   */
  async quality({ bytes, document }: { bytes: Uint8Array; document: boolean }) {
    const { assessDocument, assessQuality, decode, seeDocument } = await verification();
    return document ? assessDocument(await seeDocument(bytes)).quality : assessQuality(await decode(bytes));
  },
  /** Whether a live photo holds exactly one face, for the upload that asks. Throws `UnreadableImage`. */
  async faces({ bytes }: { bytes: Uint8Array }) {
    const { faceCount, findFaces } = await verification();
    return faceCount(await findFaces(bytes));
  },
} satisfies Record<string, (input: never) => Promise<unknown>>;

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
