import { FormData } from 'undici';
import { type ErrorType, errorCatalogue } from '../../../base/errors.ts';
import type { Answer, TestService } from '../../../testing/service.ts';

/** Operators' actions on tables of people, over HTTP. */
export function tableStory(service: TestService) {
  const headers = () => ({ authorization: `Bearer ${service.operatorKey}` });
  const operate = (method: string, path: string) =>
    service.call(method, `/operator/v1${path}`, { token: null, headers: headers() });
  /** Begins the import of a table. Its first line names the columns. */
  const begin = (csv: string, fields: Record<string, string> = {}) => {
    const form = new FormData();
    const given = { name: 'roll', kind: 'electoral', country: 'GBR', ...fields };
    for (const [name, value] of Object.entries(given)) form.append(name, value);
    form.append('file', new Blob([csv]), 'roll.csv');
    return service.call('POST', '/operator/v1/sources/imports', { token: null, headers: headers(), form });
  };
  return {
    operate,
    begin,
    /** Imports a table, and waits for its end: returns 200 with the result, or the status and body of its error. */
    async load(csv: string, fields: Record<string, string> = {}): Promise<Answer> {
      const begun = await begin(csv, fields);
      if (begun.status !== 202) return begun;
      const ended = await operate('GET', `/sources/imports/${begun.body.id}?wait=30`);
      const { result, error } = ended.body;
      if (!error) return { ...ended, body: result };
      return { ...ended, status: errorCatalogue[error.type as ErrorType].status, body: { error } };
    },
  };
}
