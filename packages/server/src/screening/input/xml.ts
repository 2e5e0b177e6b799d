import { SaxesParser } from 'saxes';
import { LIMITS } from '../limits.ts';
import { ListRefused } from '../list-refused.ts';
import { decodedText, refuseLength } from './text.ts';
import type { Source } from './unpack.ts';

/** An element with its content. Names are local, because publishers have changed their namespaces. */
export class Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[] = [];
  /** Line on which it begins, from 1. */
  readonly line: number;
  ownText = '';

  constructor(name: string, attributes: Readonly<Record<string, string>>, line: number) {
    this.name = name;
    this.attributes = attributes;
    this.line = line;
  }

  /** Text of the element without its children, trimmed. */
  get text(): string {
    return this.ownText.trim();
  }

  /** The elements at a path below it. */
  all(...path: readonly string[]): Element[] {
    let found: Element[] = [this];
    for (const name of path) found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
    return found;
  }

  first(...path: readonly string[]): Element | undefined {
    return this.all(...path)[0];
  }

  /** Text of the first element at a path; empty without one. */
  textAt(...path: readonly string[]): string {
    return this.first(...path)?.text ?? '';
  }

  /** Texts of the elements at a path, without empty ones. */
  textsOf(...path: readonly string[]): string[] {
    return this.all(...path)
      .map(({ text }) => text)
      .filter(Boolean);
  }

  /** The elements of a name at any depth below it. */
  deep(name: string): Element[] {
    return this.children.flatMap((child) => [...(child.name === name ? [child] : []), ...child.deep(name)]);
  }

  attribute(name: string): string {
    return this.attributes[name]?.trim() ?? '';
  }
}

/**
 * Reads XML piece by piece, and gives the root, then each element of the wanted names that is in no other wanted one. Other
 * elements are ignored.
 * @throws ListRefused for XML that is cut short or not well-formed, DOCTYPE, other entities than the five of XML, and values
 * beyond the bounds
 */
export async function* elementsOf(source: Source, names: ReadonlySet<string>): AsyncGenerator<Element> {
  const file = source.name;
  const ready: Element[] = [];
  const open: Element[] = [];
  let depth = 0;
  let seen = 0;
  const parser = new SaxesParser({ position: true });
  const refuse = (reason: 'malformed' | 'too_large', why: string) => {
    throw new ListRefused(reason, why, { file, line: parser.line });
  };
  parser.on('doctype', () => refuse('malformed', 'a document type is not accepted'));
  parser.on('attribute', ({ value }) => {
    if (value.length > LIMITS.attributeLength) {
      refuse('too_large', `an attribute is longer than ${LIMITS.attributeLength / 1000} kB`);
    }
  });
  parser.on('opentag', ({ name, attributes }) => {
    seen = parser.position;
    depth++;
    if (depth > LIMITS.xmlDepth) refuse('too_large', `elements are nested more than ${LIMITS.xmlDepth} deep`);
    const local = localName(name);
    if (depth > 1 && open.length === 0 && !names.has(local)) return;
    const localAttributes = Object.entries(attributes).map(([key, value]) => [localName(key), value as string]);
    const element = new Element(local, Object.fromEntries(localAttributes), parser.line);
    if (depth === 1) ready.push(element);
    else {
      open.at(-1)?.children.push(element);
      open.push(element);
    }
  });
  const onText = (text: string) => {
    const element = open.at(-1);
    if (element) element.ownText += text;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    seen = parser.position;
    depth--;
    if (open.length === 1) ready.push(open[0]!);
    open.pop();
  });
  parser.on('error', (error) => {
    throw refusalOf(error, { file, line: parser.line });
  });
  for await (const text of decodedText(source)) {
    parser.write(text);
    // What has no end: text, or a tag that is still open.
    refuseLength(parser.position - seen, file, parser.line);
    yield* ready.splice(0);
  }
  parser.close();
  yield* ready.splice(0);
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** saxes names elements and entities in its messages, which a damaged file may hold anywhere. */
function refusalOf({ message }: Error, place: { file: string; line: number }): ListRefused {
  if (/unclosed tag|document must contain a root|unexpected end|^[^ ]* ?unclosed/i.test(message)) {
    return new ListRefused('incomplete', 'the end of the root element is missing. The file may be truncated', place);
  }
  if (/entity/i.test(message)) {
    return new ListRefused('malformed', 'only the five entities of XML are accepted', place);
  }
  return new ListRefused('malformed', 'not well-formed XML', place);
}

/** Attributes and local name of the first element in a beginning of XML; undefined where none begins there. */
export function rootOf(head: string): string | undefined {
  const found = /<(?![?!])(?:[^\s<>:/]+:)?([^\s<>:/]+)[\s/>]/.exec(head);
  return /^\s*<[?!]?/.test(head) ? found?.[1] : undefined;
}
