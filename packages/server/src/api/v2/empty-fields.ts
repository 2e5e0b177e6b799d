import type { FastifyRequest } from 'fastify';
import { isForm } from '../../http/bodies.ts';

type Fields = Record<string, unknown>;

/** Removes empty fields of a form, since a form can't omit a field: an empty list is sent as `tags[]=`. */
export async function emptyAsAbsent({ body }: FastifyRequest): Promise<void> {
  if (isForm(body)) leaveOutEmpty(body as Fields);
}

/** Leaves out empty fields, including fields in entries of lists: `reports[][options][]=`. */
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

/** Reads `addresses[]=` of a form as an empty list, which clears the list; an absent one leaves it. */
export function emptyLists(...names: readonly string[]) {
  return async ({ body }: FastifyRequest): Promise<void> => {
    if (!isForm(body)) return;
    const fields = body as Fields;
    for (const name of names) {
      if ([fields[name] ?? []].flat().every((entry) => entry === '') && Object.hasOwn(fields, name)) fields[name] = [];
    }
  };
}
