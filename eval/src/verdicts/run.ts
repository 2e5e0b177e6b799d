import type { SideRead } from '@bonafide/verification';
import type { MadeDocument } from '../forgeries/source.ts';
import { startAnalyser } from './analyser.ts';
import type { AnalysisCache } from './cache.ts';
import type { Result } from './table.ts';
import { documentVerdict, type ReadUpload, SETTINGS } from './verdict.ts';

export interface RunOptions {
  readonly cache: AnalysisCache;
  /** Processes that analyse side by side. */
  readonly workers: number;
}

/** Reads every document once and judges it by every setting, in the order in which they come. */
export async function verdictsOf(all: AsyncIterable<MadeDocument>, { cache, workers }: RunOptions): Promise<Result[]> {
  const results: Result[] = [];
  const source = all[Symbol.asyncIterator]();
  const next = turnOf(() => source.next());
  const work = async () => {
    let analyser: ReturnType<typeof startAnalyser> | undefined;
    const read = async (
      id: string,
      upload: MadeDocument['uploads'][number],
      today: string,
    ): Promise<readonly SideRead[]> => {
      const { bytes, mediaType } = upload;
      const known = cache.get(bytes, today);
      if (known) return known;
      analyser ??= startAnalyser();
      const sides = await analyser.read({ id, bytes, mediaType }, today);
      cache.set(bytes, today, sides);
      return sides;
    };
    for (let one = await next(); !one.done; one = await next()) {
      const { uploads, today, ...made } = one.value;
      const sides: ReadUpload[] = [];
      for (const upload of uploads) {
        sides.push({ sides: await read(made.id, upload, today), type: upload.type, side: upload.side });
      }
      const verdicts = await Promise.all(
        SETTINGS.map(async (setting) => [setting, await documentVerdict(sides, today, setting)] as const),
      );
      results.push({ ...made, type: uploads[0]!.type, verdicts: Object.fromEntries(verdicts) as Result['verdicts'] });
    }
    analyser?.stop();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return results.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Calls one after the other, however many ask at a time. */
function turnOf<T>(call: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const own = last.then(call);
    last = own.catch(() => undefined);
    return own;
  };
}
