import type { FastifyRequest } from 'fastify';
import { isForm } from '../../http/bodies.ts';

type Fields = Record<string, unknown>;

/** Takes what a form leaves empty as absent, since a form can't leave a field out: empty lists are sent as `tags[]=`. */
export async function emptyAsAbsent({ body }: FastifyRequest): Promise<void> {
  if (isForm(body)) leaveOutEmpty(body as Fields);
}

/** In the entries of lists too: `reports[][options][]=`. */
function leaveOutEmpty(fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    const kept = Array.isArray(value) ? value.filter((entry) => entry !== '') : value;
    if (kept === '' || (Array.isArray(kept) && kept.length === 0)) delete fields[name];
    else fields[name] = kept;
    for (const entry of Array.isArray(kept) ? kept : []) {
      if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) leaveOutEmpty(entry);
    }
  }
}

/** Reads lists of objects that a form sends as `addresses[]=` as empty: to clear a list isn't to leave it as it is. */
export function emptyLists(...names: readonly string[]) {
  return async ({ body }: FastifyRequest): Promise<void> => {
    if (!isForm(body)) return;
    const fields = body as Fields;
    for (const name of names) {
      if ([fields[name] ?? []].flat().every((entry) => entry === '') && Object.hasOwn(fields, name)) fields[name] = [];
    }
  };
}
