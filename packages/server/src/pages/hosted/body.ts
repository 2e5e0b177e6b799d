import type { FastifyRequest } from 'fastify';
import type { Html, HtmlPart } from '../../base/html.ts';
import { html } from '../../base/html.ts';
import type { Text } from '../../words/types.ts';

export type Typed = Readonly<Record<string, string>>;

/** Typed values of a form's fields: text, whatever else a body might hold. */
export function typedIn({ body }: FastifyRequest): Typed {
  return Object.fromEntries(
    Object.entries(body ?? {}).filter((entry): entry is [string, string] => {
      return typeof entry[1] === 'string';
    }),
  );
}

/** A form that is sent to the page it is on. Browsers validate nothing: the service shows every error, all at once. */
export function formMarkup(text: Text, fields: HtmlPart, send = text.continue): Html {
  return html`<form method="post" novalidate>${fields}
<div class="actions"><button class="button" type="submit">${send}</button></div></form>`;
}
