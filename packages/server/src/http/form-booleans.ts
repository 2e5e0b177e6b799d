/**
 * Forms of booleans in queries and forms of clients and of browsers, in any case: some languages write `True`, checkboxes send
 * `on`.
 */
const WRITTEN: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  on: true,
  false: false,
  0: false,
  off: false,
};

/** The boolean that a text means; undefined where it means none. */
export function booleanIn(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  return Object.hasOwn(WRITTEN, lower) ? WRITTEN[lower] : undefined;
}

/** The parts of a JSON schema that lead to its booleans. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/**
 * Writes each boolean in a form as `true` or `false`, as the schema's validator reads it. Text that is neither stays, for the
 * validator to refuse.
 */
export function readBooleans(schema: Schema, body: unknown): void {
  if (Array.isArray(body)) {
    if (schema.items) for (const entry of body) readBooleans(schema.items, entry);
    return;
  }
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>;
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === 'string') {
      const meant = isBoolean(inner) ? booleanIn(value) : undefined;
      if (meant !== undefined) fields[name] = String(meant);
    } else readBooleans(inner, value);
  }
}

function isBoolean({ type, anyOf = [] }: Schema): boolean {
  return [type].flat().includes('boolean') || anyOf.some(isBoolean);
}
