import { isIPv4 } from 'node:net';

/** A network and its record: `['81.2.69.0/24', { country: { iso_code: 'GB' } }]`. */
export type Network = readonly [cidr: string, record: unknown];

/** A node has two sides, each another node, the offset of a record, or nothing. */
type Side = TreeNode | { readonly offset: number } | null;
interface TreeNode {
  sides: [Side, Side];
}

/** A small database in the format of https://maxmind.github.io/MaxMind-DB/: an IPv6 tree of 24-bit records. */
export function mmdb(networks: readonly Network[]): Buffer {
  const root: TreeNode = { sides: [null, null] };
  const data: Buffer[] = [];
  let offset = 0;
  for (const [cidr, record] of networks) {
    const bytes = encoded(record);
    place(root, bitsOf(cidr), { offset });
    data.push(bytes);
    offset += bytes.length;
  }
  const nodes = nodesOf(root);
  const numbers = new Map(nodes.map((node, index) => [node, index]));
  const numberOf = (side: Side) => {
    if (side === null) return nodes.length;
    return 'offset' in side ? nodes.length + 16 + side.offset : (numbers.get(side) as number);
  };
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, { sides }] of nodes.entries()) {
    for (const [n, side] of sides.entries()) tree.writeUIntBE(numberOf(side), index * 6 + n * 3, 3);
  }
  const metadata = {
    node_count: nodes.length,
    record_size: 24,
    ip_version: 6,
    database_type: 'Test-Country',
    languages: [],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: {},
  };
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encoded(metadata)]);
}

function place(root: TreeNode, bits: readonly (0 | 1)[], leaf: { offset: number }): void {
  let node = root;
  for (const [index, bit] of bits.entries()) {
    if (index === bits.length - 1) {
      node.sides[bit] = leaf;
      return;
    }
    const next = node.sides[bit];
    const below: TreeNode = next && !('offset' in next) ? next : { sides: [null, null] };
    node.sides[bit] = below;
    node = below;
  }
}

function nodesOf(root: TreeNode): TreeNode[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const side of node.sides) if (side && !('offset' in side)) nodes.push(side);
  }
  return nodes;
}

/** IPv4 is under ::/96. */
function bitsOf(cidr: string): (0 | 1)[] {
  const [address = '', length = ''] = cidr.split('/');
  const v4 = isIPv4(address);
  const groups = v4 ? [...Array<number>(12).fill(0), ...address.split('.').map(Number)] : v6Bytes(address);
  const bits = groups.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((n) => ((byte >> n) & 1) as 0 | 1));
  return bits.slice(0, Number(length) + (v4 ? 96 : 0));
}

function v6Bytes(address: string): number[] {
  const [head = '', tail = ''] = address.split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)));
  const [left, right] = [words(head), words(tail)];
  const middle = Array<number>(8 - left.length - right.length).fill(0);
  return [...left, ...middle, ...right].flatMap((word) => [word >> 8, word & 255]);
}

const TEXT = 2;
const UINT32 = 6;
const MAP = 7;
const ARRAY = 11;

function encoded(value: unknown): Buffer {
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from([(UINT32 << 5) | 4]), bytes]);
  }
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([(TEXT << 5) | bytes.length]), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, ARRAY - 7]), ...value.map(encoded)]);
  const entries = Object.entries(value as object);
  return Buffer.concat([Buffer.from([(MAP << 5) | entries.length]), ...entries.flat().map(encoded)]);
}
