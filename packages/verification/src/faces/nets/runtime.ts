import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-node';
import { detectorNet } from './detector.ts';
import { landmarksNet } from './landmarks.ts';
import { recognitionNet } from './recognition.ts';
import { readWeights, type Weights } from './weights.ts';

/**
 * `arena` keeps the memory of the largest run for ever. The detector always sees one picture of one size: 47 MB kept spare
 * it a fifth of its time (57 ms without, 45 with). The others see more or fewer at once and gain nothing.
 */
const nets = {
  detector: { file: 'ssd_mobilenetv1', build: detectorNet, arena: true },
  landmarks: { file: 'face_landmark_68', build: landmarksNet, arena: false },
  recognition: { file: 'face_recognition', build: recognitionNet, arena: false },
} satisfies Record<string, { file: string; build: (weights: Weights) => Uint8Array; arena: boolean }>;

export type NetName = keyof typeof nets;

interface Loaded {
  readonly session: InferenceSession;
  readonly Tensor: typeof Tensor;
}

const sessions = new Map<NetName, Promise<Loaded>>();

/**
 * Runs a net on pictures of `side` × `side` pixels, RGB, one after the other in `pixels`; gives its outputs by name.
 * The net is loaded with its first use (0.1 to 0.3 s) and stays.
 */
export async function runNet(
  name: NetName,
  pixels: Uint8Array,
  side: number,
): Promise<Readonly<Record<string, Float32Array>>> {
  const { session, Tensor } = await loaded(name);
  const count = pixels.length / (side * side * 3);
  const results = await session.run({ pixels: new Tensor('uint8', pixels, [count, side, side, 3]) });
  return Object.fromEntries(
    Object.entries(results).map(([output, tensor]) => [output, (tensor as TypedTensor<'float32'>).data]),
  );
}

function loaded(name: NetName): Promise<Loaded> {
  const known = sessions.get(name);
  if (known) return known;
  const opening = open(name).catch((error: unknown) => {
    // The next picture tries again: what failed may have been a moment's lack of memory.
    sessions.delete(name);
    throw error;
  });
  sessions.set(name, opening);
  return opening;
}

async function open(name: NetName): Promise<Loaded> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const { file, build, arena } = nets[name];
  const session = await InferenceSession.create(build(await readWeights(file)), {
    // One picture at a time on one core: more workers use more cores. A second thread gained nothing.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    enableCpuMemArena: arena,
    // Warnings about the graph say nothing to an operator.
    logSeverityLevel: 3,
  });
  return { session, Tensor };
}
