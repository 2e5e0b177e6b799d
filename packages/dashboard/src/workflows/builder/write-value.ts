import { stringify } from 'yaml';

interface Form {
  /** JSON, for a file that is JSON. */
  readonly json: boolean;
  /** True inside of a flow collection, whose texts need more quotes. */
  readonly flow?: boolean;
  /** Quotes of the value that is replaced. */
  readonly quoted?: string | undefined;
}

/** A value in one line. */
export function flowText(value: unknown, { json, flow = false, quoted }: Form): string {
  if (json) return JSON.stringify(value);
  if (typeof value === 'string') {
    if (quoted === 'QUOTE_DOUBLE' || /[\r\n]/.test(value)) return JSON.stringify(value);
    if (quoted === 'QUOTE_SINGLE') return `'${value.replaceAll("'", "''")}'`;
    if (!flow) return stringify(value, { lineWidth: 0 }).trimEnd();
  }
  return inline(value);
}

/** A value in one line, in a form that stands in any flow collection. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, inner]) => `${inline(key)}: ${inline(inner)}`)
      .join(', ')}}`;
  }
  // Plain texts with line breaks would take several lines.
  if (typeof value === 'string' && /[\r\n]/.test(value)) return JSON.stringify(value);
  return stringify([value], { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false })
    .trim()
    .slice(1, -1);
}

/**
 * A value as lines of a block. The first line continues a line of the text.
 *
 * @param column indentation of the lines around it
 * @param end line break
 * @param head key or dash before the value
 */
export function blockText(value: unknown, column: number, end: string, head = ''): string {
  const isText = typeof value === 'string';
  const options = { lineWidth: 0, indentSeq: true, flowCollectionPadding: false };
  const whole =
    head === '-'
      ? stringify([value], options)
      : head === ''
        ? stringify({ k: value }, options).slice(3)
        : `${head}${stringify({ k: value }, options).slice(2)}`;
  const lines = whole.replace(/\n$/, '').split('\n');
  const indented = lines.map((line, index) => (index === 0 || line === '' ? line : ' '.repeat(column) + line));
  return isText && lines.length === 1 && head === '' ? indented.join(end) : indented.join(end) + end;
}
