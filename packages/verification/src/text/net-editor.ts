import { constantsOf, integer, type Model, type Node } from './onnx-file.ts';

export type Net = ReturnType<typeof editable>;

/** A model with queries that stay true while its nodes change. */
export function editable(model: Model) {
  const makers = new Map<string, Node>();
  const readers = new Map<string, Set<Node>>();
  let count = 0;
  const put = (node: Node) => {
    for (const output of node.outputs) makers.set(output, node);
    for (const input of node.inputs) readers.set(input, (readers.get(input) ?? new Set()).add(node));
  };
  const take = (node: Node) => {
    for (const output of node.outputs) if (makers.get(output) === node) makers.delete(output);
    for (const input of node.inputs) readers.get(input)?.delete(node);
  };
  const isIn = (node: Node) => makers.get(node.outputs[0]!) === node;
  for (const node of model.nodes) put(node);
  return {
    model,
    isIn,
    constant: constantsOf(model),
    makerOf: (name: string) => makers.get(name),
    readersOf: (name: string) => [...(readers.get(name) ?? [])],
    /** The one node that reads what another gives out; null if several do or it comes out of the net. */
    onlyReader(name: string): Node | null {
      const [first, ...others] = readers.get(name) ?? [];
      return first && others.length === 0 && !model.outputs.has(name) ? first : null;
    },
    remove(nodes: readonly Node[]): void {
      for (const node of nodes) take(node);
      model.nodes = model.nodes.filter((node) => !nodes.includes(node));
    },
    /** Puts a node into the place of another. */
    exchange(old: Node, substitute: Node): void {
      take(old);
      put(substitute);
      model.nodes = model.nodes.map((node) => (node === old ? substitute : node));
    },
    insertBefore(next: Node, node: Node): void {
      put(node);
      model.nodes = model.nodes.flatMap((other) => (other === next ? [node, other] : [other]));
    },
    add(dims: readonly number[], data: Float32Array): string {
      let name = '';
      do name = `fused.${count++}`;
      while (readers.has(name));
      model.added.set(name, { dims, data });
      return name;
    },
  };
}

/** A convolution whose weights are known; `inside` of them, side by side, belong to one channel that comes out. */
export function layerOf({ constant }: Net, node: Node) {
  if (node.type !== 'Conv' && node.type !== 'ConvTranspose') return null;
  const weights = constant(node.inputs[1]);
  const bias = node.inputs[2] ? constant(node.inputs[2])?.data : null;
  if (!weights || bias === undefined || weights.dims.length !== 4) return null;
  const [first, second, height, width] = weights.dims as [number, number, number, number];
  if (node.type === 'Conv') return { weights, bias, channels: first, inside: second * height * width };
  // ONNX keeps the dimensions of transposed ones the other way round.
  return (integer(node, 'group') ?? 1) > 1 ? null : { weights, bias, channels: second, inside: height * width };
}
