// Writes `packages/web-sdk/src/vision/face-weights.bin` again: the weights of BlazeFace, as MediaPipe publishes them for faces
// near a camera (Apache-2.0), with 8 bits for each instead of 16. They never change, so what is written is kept with the code.
//
//   npm pack @mediapipe/face_detection@0.4.1657300184 && tar xzf mediapipe-face_detection-*.tgz
//   node scripts/face-weights.js package/face_detection_short_range.tflite
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const target = fileURLToPath(new URL('../packages/web-sdk/src/vision/face-weights.bin', import.meta.url));

/** Numbers of `BuiltinOperator` and `TensorType` in the schema of TensorFlow Lite. */
const CONVOLUTIONS = { 3: 'conv', 4: 'depthwise' };
const DEQUANTIZE = 6;
const FLOAT16 = 1;

const bytes = readFileSync(process.argv[2]);
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/*
 * FlatBuffers, as far as a model needs it: a table answers where a field lies, or 0.
 */
const follow = (at) => at + view.getUint32(at, true);
const table = (at) => {
  const fields = at - view.getInt32(at, true);
  return (index) => {
    const entry = 4 + 2 * index;
    const offset = entry < view.getUint16(fields, true) ? view.getUint16(fields + entry, true) : 0;
    return offset ? at + offset : 0;
  };
};
const vector = (at) => ({ count: view.getUint32(follow(at), true), start: follow(at) + 4 });
const tables = (at) => {
  const { count, start } = vector(at);
  return Array.from({ length: count }, (_, i) => table(follow(start + 4 * i)));
};
const integers = (at) => {
  const { count, start } = vector(at);
  return Array.from({ length: count }, (_, i) => view.getInt32(start + 4 * i, true));
};
const whole = (at) => (at ? view.getUint32(at, true) : 0);

const model = table(follow(0));
const codes = tables(model(1)).map((code) => (code(0) ? view.getInt8(code(0)) : 0));
const buffers = tables(model(4));
const [graph] = tables(model(2));
const tensors = tables(graph(0));
const operators = tables(graph(3)).map((operator) => ({
  code: codes[whole(operator(0))],
  inputs: integers(operator(1)),
  outputs: integers(operator(2)),
}));

function half(bits) {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits >> 15 ? -size : size;
}

/** A constant of half precision, which the graph widens before it uses it. */
function constant(index) {
  const { inputs } = operators.find(({ code, outputs }) => code === DEQUANTIZE && outputs[0] === index);
  const tensor = tensors[inputs[0]];
  if (view.getInt8(tensor(1)) !== FLOAT16) throw new Error('Weights of half precision were expected');
  const { count, start } = vector(buffers[whole(tensor(2))](0));
  const values = Array.from({ length: count / 2 }, (_, i) => half(view.getUint16(start + 2 * i, true)));
  return { shape: integers(tensor(0)), values };
}

/** Packs the scale and shift of each output channel, then its weights in 127ths of the greatest. */
function packed(rows, shifts) {
  const scales = rows.map((row) => Math.max(1e-12, ...row.map(Math.abs)) / 127);
  const levels = rows.flatMap((row, i) => row.map((value) => Math.round(value / scales[i])));
  return [Buffer.from(Float32Array.from([...scales, ...shifts]).buffer), Buffer.from(Int8Array.from(levels).buffer)];
}

const parts = [];
for (const { code, inputs } of operators) {
  const kind = CONVOLUTIONS[code];
  if (!kind) continue;
  const { shape, values } = constant(inputs[1]);
  const { values: shifts } = constant(inputs[2]);
  const [count, each] = kind === 'conv' ? [shape[0], values.length / shape[0]] : [shape[3], shape[1] * shape[2]];
  // The filters of all channels are interleaved.
  const at = kind === 'conv' ? (channel, i) => channel * each + i : (channel, i) => i * count + channel;
  const rows = Array.from({ length: count }, (_, channel) =>
    Array.from({ length: each }, (_, i) => values[at(channel, i)]),
  );
  parts.push(...packed(rows, shifts));
}
writeFileSync(target, Buffer.concat(parts));
