import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../../base/html.ts';
import { country } from '../../input-rules/countries.ts';
import { BLANK } from '../../input-rules/rule.ts';
import type { Text } from '../../words/types.ts';
import { formMarkup, type Typed, typedIn } from './body.ts';
import { chosenIn, queryOf, typesOf } from './captures.ts';
import { inWordsOf } from './errors.ts';
import { countryField, type Errors, errorSummary, noErrors, radioField } from './fields.ts';
import { mountSdk, type PagePosition, PLAIN } from './mount.ts';
import { againNotice, progressLine } from './progress.ts';
import { leadTo, show, type Visit } from './visit.ts';

/** A page on which the SDK captures a document; without it, one that asks which, before the pages that take its files. */
export interface ChoicePage<V extends Visit> {
  readonly name: 'document' | 'proof';
  readonly path: string;
  /** Path of the page that takes the document, with the choice in its query. */
  readonly upload: string;
  readonly config?: FastifyContextConfig;
  /** State of the page; undefined where it is not asked for, which leads to the first page. */
  position(visit: V): Promise<PagePosition | undefined>;
  /** The page without the SDK, in place of the choice; undefined where applicants choose. */
  without?(visit: V, position: PagePosition): { readonly title: string; readonly main: Html } | undefined;
  /** Earlier choice. */
  chosen(visit: V): Promise<Typed>;
}

export function choiceRoutes<V extends Visit>(instance: FastifyInstance, page: ChoicePage<V>): void {
  const { name, path, upload, config = {} } = page;

  const send = async (request: FastifyRequest, reply: FastifyReply, values: Typed, errors: Errors) => {
    const visit = request.visit as V;
    const position = await page.position(visit);
    if (!position) return leadTo(reply, visit);
    const wanted = errors.size === 0 && !(PLAIN in (request.query as Typed));
    const mount = wanted ? await mountSdk(visit, name, path, position) : undefined;
    const words: Text['document'] | Text['proof'] = visit.text[name];
    const without = page.without?.(visit, position);
    const title = without?.title ?? words.title;
    const main = without?.main ?? markup(visit.text, name, position, values, errors);
    return show(reply, visit, { title, back: position.back, failed: errors.size > 0, mount, main });
  };

  instance.get(`/${path}`, { config }, async (request, reply) =>
    send(request, reply, await page.chosen(request.visit as V), noErrors),
  );

  instance.post(`/${path}`, { config }, async (request, reply) => {
    const visit = request.visit as V;
    const typed = typedIn(request);
    const chosen = chosenIn(typed, name);
    if (chosen) return leadTo(reply, visit, `${upload}?${queryOf(chosen)}`);
    const { type = '', issuing_country = '' } = typed;
    const blank = {
      ...(typesOf[name].includes(type) ? {} : { type: [BLANK] }),
      ...(country(issuing_country).length === 0 ? {} : { issuing_country: [BLANK] }),
    };
    return send(request, reply, typed, inWordsOf(visit.text, blank, ['type', 'issuing_country']));
  });
}

function markup(text: Text, name: 'document' | 'proof', position: PagePosition, values: Typed, errors: Errors) {
  const words: Text['document'] | Text['proof'] = text[name];
  const options = typesOf[name].map((type) => [type, words.types[type] ?? type] as const);
  const { label } = text.fields.issuing_country;
  return html`${errorSummary(text, errors)}
${progressLine(text, position)}
<h1>${words.title}</h1>
${againNotice(position.again)}
${'age' in words && html`<p>${words.age}</p>`}
${formMarkup(text, [
  radioField(text, { name: 'type', label: words.which, value: values.type, options }, errors),
  countryField(text, { name: 'issuing_country', label, value: values.issuing_country, autocomplete: 'off' }, errors),
])}`;
}
