import { FormData } from 'undici';
import { type ErrorType, errorCatalogue } from '../../../base/errors.ts';
import type { Answer, TestService } from '../../../testing/service.ts';

export type ListRow = Readonly<Record<string, string>>;

const COLUMNS = ['id', 'name', 'aliases', 'date_of_birth', 'nationality', 'id_numbers', 'kind', 'categories'];

/** A list in the operator's own format. */
export const csvOf = (rows: readonly ListRow[]): string =>
  [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');

/** An invented person under sanctions. */
export const iskra: ListRow = {
  id: 'a1',
  name: 'Iskra Vrtovec Podgorska',
  date_of_birth: '1961',
  nationality: 'SVN',
  categories: 'sanction',
  id_numbers: 'passport:SVN:PB0011223',
};
export const bor: ListRow = { id: 'a2', name: 'Bor Zaletelj', aliases: 'Borut Zaletelj', categories: 'sanction' };

/** Operators' actions on watchlists, over HTTP. */
export function watchlistStory(service: TestService) {
  const headers = () => ({ authorization: `Bearer ${service.operatorKey}` });
  const operate = (method: string, path: string, json?: unknown) =>
    service.call(method, `/operator/v1${path}`, {
      token: null,
      headers: headers(),
      ...(json !== undefined && { json }),
    });
  const begin = (fields: Record<string, string>, files: Readonly<Record<string, string>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name);
    return service.call('POST', '/operator/v1/watchlists/imports', { token: null, headers: headers(), form });
  };
  /** Imports a list, and waits for its end: returns 200 with the result, or the status and body of its error. */
  const send = async (fields: Record<string, string>, files: Readonly<Record<string, string>>): Promise<Answer> => {
    const begun = await begin(fields, files);
    if (begun.status !== 202) return begun;
    const ended = await operate('GET', `/watchlists/imports/${begun.body.id}?wait=30`);
    const { result, error } = ended.body;
    if (!error) return { ...ended, body: result };
    return { ...ended, status: errorCatalogue[error.type as ErrorType].status, body: { error } };
  };
  return {
    operate,
    begin,
    send,
    /** Imports a list of rows, and waits for the sweeps of its activation. Returns the body of the answer. */
    async load(list: string, rows: readonly ListRow[], fields: Record<string, string> = {}) {
      const answer = await send({ list, ...fields }, { [`${list}.csv`]: csvOf(rows) });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.bytes}`);
      // A sweep that meets a monitor before its first report makes a check of its own.
      await service.settle();
      return answer.body;
    },
    /** Lists and number of the active set. */
    async active() {
      const { set } = (await operate('GET', '/watchlists')).body;
      return [set?.number ?? 0, (set?.versions ?? []).map(({ list }: { list: string }) => list)];
    },
    /** Identifiers of the hits of a name. */
    async found(name: string, more: object = {}): Promise<string[]> {
      const { status, body } = await operate('POST', '/watchlists/search', { name, ...more });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body.hits.map(({ source_id }: { source_id: string }) => source_id);
    },
  };
}
