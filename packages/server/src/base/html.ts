/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** Values that a template may contain: lists are joined, nothing (false, null, undefined) leaves nothing. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.toString();
  if (part === false || part === null || part === undefined) return '';
  if (Array.isArray(part)) return part.map(markupOf).join('');
  return String(part).replace(/[&<>"']/g, (character) => entities[character] as string);
}

/**
 * A page, or a piece of one: `html\`<p>${name}</p>\``. Every value is escaped unless it is `Html` itself. Attribute values
 * must stand in quotes.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.reduce((markup, string, index) => markup + markupOf(parts[index - 1]) + string));
}
