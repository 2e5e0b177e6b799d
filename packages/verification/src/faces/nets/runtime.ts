import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-node';
import { detectorNet } from './detector.ts';
import { landmarksNet } from './landmarks.ts';
import { recognitionNet } from './recognition.ts';
import { readWeights, type Weights } from './weights.ts';

const nets = {
  detector: { file: 'ssd_mobilenetv1', build: detectorNet },
  landmarks: { file: 'face_landmark_68', build: landmarksNet },
  recognition: { file: 'face_recognition', build: recognitionNet },
} satisfies Record<string, { file: string; build: (weights: Weights) => Uint8Array }>;

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
  const { file, build } = nets[name];
  const session = await InferenceSession.create(build(await readWeights(file)), {
    // One picture at a time on one core: whoever wants more cores starts more workers.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // An arena keeps the memory of the largest run for ever.
    enableCpuMemArena: false,
    // Warnings about the graph say nothing to an operator.
    logSeverityLevel: 3,
  });
  return { session, Tensor };
}
