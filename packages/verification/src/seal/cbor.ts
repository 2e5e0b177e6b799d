import { decode, Tokenizer } from 'cborg';
import { MAX_SEAL_BYTES, NotASeal } from './seal.ts';

/** Most maps, lists and tags in one another. */
const MAX_DEPTH = 8;

/** A CBOR tag that was read: COSE_Sign1, CWT, CBOR-LD. Their contents stand for them. */
const TAGS = [18, 61, 51997];

/** Tokens of CBOR, limited in depth. */
class ShallowTokenizer extends Tokenizer {
  /** Items that each open container still waits for. */
  private readonly open: number[] = [];

  override next() {
    const token = super.next();
    while (this.open.length > 0 && this.open.at(-1) === 0) this.open.pop();
    if (this.open.length > 0) this.open[this.open.length - 1]!--;
    const { name } = token.type;
    const count = name === 'map' ? 2 * Number(token.value) : name === 'array' ? Number(token.value) : 1;
    if (name === 'map' || name === 'array' || name === 'tag') this.open.push(count);
    if (this.open.length > MAX_DEPTH) throw new NotASeal('The CBOR is nested too deeply');
    return token;
  }
}

/** Reads CBOR of definite lengths; maps become `Map`. Throws for anything else. */
export function readCbor(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_SEAL_BYTES) throw new NotASeal('The CBOR is too long');
  const options = {
    useMaps: true,
    rejectDuplicateMapKeys: true,
    allowIndefinite: false,
    tags: Object.assign([], Object.fromEntries(TAGS.map((tag) => [tag, (inner: () => unknown) => inner()]))),
  };
  // A plain view: the library slices buffers differently.
  const plain = Uint8Array.from(bytes);
  return decode(plain, { ...options, tokenizer: new ShallowTokenizer(plain, options) });
}

/** The value as a map. Throws `NotASeal`. */
export function mapOf(value: unknown): ReadonlyMap<unknown, unknown> {
  if (value instanceof Map) return value;
  throw new NotASeal('A map is missing in the CBOR');
}

/** The value as bytes; undefined for anything else. */
export const bytesOf = (value: unknown): Uint8Array | undefined => (value instanceof Uint8Array ? value : undefined);

/** The value as text without blanks around it; undefined for anything else, and for an empty text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
