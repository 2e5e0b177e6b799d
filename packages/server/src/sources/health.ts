import type { Services } from '../context/services.ts';
import { isReadByOthers } from './load.ts';

interface Verdict {
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Tests whether each data provider can be reached, without a query about a person. */
export async function examineSources({ settings, providers }: Services): Promise<Verdict> {
  const found = await Promise.all(
    providers.all.map(async (one) => ({ one, problem: await providers.unreachable(one) })),
  );
  const wrong = found.flatMap(({ one, problem }) => (problem ? [`${one.name} (${one.kind}): ${problem}`] : []));
  if (wrong.length > 0) return { state: 'warning', detail: `unreachable: ${wrong.join('; ')}` };
  const file = settings.dataSources;
  if (file !== null && isReadByOthers(file)) {
    return { state: 'warning', detail: `other users can read ${file}, which contains secrets. Run chmod 600` };
  }
  const names = [...new Set(providers.all.map(({ name }) => name))];
  return { state: 'ok', detail: names.length === 0 ? 'no data provider is configured' : names.join(', ') };
}
