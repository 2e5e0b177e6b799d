import { decode, Tokenizer } from 'cborg';

/** Thrown when bytes are not CBOR, or exceed a bound. Never leaves the package. */
class NotCbor extends Error {}

/** Bounds of a structure of CBOR. */
export interface CborBounds {
  readonly maxBytes: number;
  /** Most maps, lists and tags in one another. */
  readonly maxDepth: number;
}

/** Bounds of the contents of a barcode. */
const BARCODE: CborBounds = { maxBytes: 64 * 1024, maxDepth: 8 };

/**
 * CBOR tags whose contents stand for them: dates as text, COSE_Sign1, encoded CBOR, CWT, full dates, CBOR-LD (RFC 8949, 3.4; RFC 9052;
 * RFC 8943).
 */
const TAGS = [0, 18, 24, 61, 1004, 51997];

/** Tokens of CBOR, limited in depth. */
class ShallowTokenizer extends Tokenizer {
  /** Items that each open container still waits for. */
  private readonly open: number[] = [];
  private readonly maxDepth: number;

  constructor(bytes: Uint8Array, options: ConstructorParameters<typeof Tokenizer>[1], maxDepth: number) {
    super(bytes, options);
    this.maxDepth = maxDepth;
  }

  override next() {
    const token = super.next();
    while (this.open.length > 0 && this.open.at(-1) === 0) this.open.pop();
    if (this.open.length > 0) this.open[this.open.length - 1]!--;
    const { name } = token.type;
    const count = name === 'map' ? 2 * Number(token.value) : name === 'array' ? Number(token.value) : 1;
    if (name === 'map' || name === 'array' || name === 'tag') this.open.push(count);
    if (this.open.length > this.maxDepth) throw new NotCbor('The CBOR is nested too deeply');
    return token;
  }
}

/** Reads CBOR of definite lengths; maps become `Map`. Throws for anything else. */
export function readCbor(bytes: Uint8Array, { maxBytes, maxDepth } = BARCODE): unknown {
  if (bytes.length > maxBytes) throw new NotCbor('The CBOR is too long');
  const options = {
    useMaps: true,
    rejectDuplicateMapKeys: true,
    allowIndefinite: false,
    tags: Object.assign([], Object.fromEntries(TAGS.map((tag) => [tag, (inner: () => unknown) => inner()]))),
  };
  // A plain view: the library slices buffers differently.
  const plain = Uint8Array.from(bytes);
  return decode(plain, { ...options, tokenizer: new ShallowTokenizer(plain, options, maxDepth) });
}

/** The value as a map. Throws `NotCbor`. */
export function mapOf(value: unknown): ReadonlyMap<unknown, unknown> {
  if (value instanceof Map) return value;
  throw new NotCbor('A map is missing in the CBOR');
}

/** The value as bytes; undefined for anything else. */
export const bytesOf = (value: unknown): Uint8Array | undefined => (value instanceof Uint8Array ? value : undefined);

/** The value as text without blanks around it; undefined for anything else, and for an empty text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
