import { setImmediate } from 'node:timers/promises';
import type { FramesAnalysis } from '@bonafide/verification';
import { expect, test } from 'vitest';
import { problem } from '../../base/errors.ts';
import { defaultDecision } from '../../context/decision-settings.ts';
import type { ReportName } from '../index.ts';
import { reportType } from '../index.ts';
import type { ReportProcessor, ReportSubject } from '../types.ts';
import type { FacialTools } from './facial.ts';
import type { KnownFacesTools } from './known-faces.ts';
import type { UploadedFile } from './tools.ts';

const vector = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
const FACE = vector(1);
/** Embedding of the same person, in another picture. */
const PORTRAIT = vector(0.999);
const turned = { name: 'head_turn', measure: 29, threshold: 15, result: 'pass', reason: 'The head turned' } as const;
const hash = '0123456789abcdef';
const match = { applicant_id: 'other', media_id: 'photo', media_type: 'live_photos', score: 0.9991 } as const;
const eyes = { left: { x: 0.4, y: 0.4 }, right: { x: 0.6, y: 0.4 }, aspect: 0.75 };

/** A clip of one living face that looks ahead and turns. */
const live: FramesAnalysis = {
  frames: [],
  best: { index: 0, box: { left: 0, top: 0, width: 1, height: 1 }, embedding: FACE },
  faces: [{ name: 'face_present', measure: 1, threshold: 0.5, result: 'pass', reason: '16 of 16 frames show a face' }],
  person: { name: 'same_person', measure: 1, threshold: 0.5, result: 'pass', reason: 'One person' },
  turns: { left: 29, right: 0 },
  turn: turned,
  followed: { ...turned, name: 'followed_turn' },
  recited: null,
  signals: [],
  genuineness: 1,
  liveness: { ...turned, name: 'liveness' },
};

/** The same, where no frame looks ahead: it can't be compared, nor judged. */
const aside: FramesAnalysis = {
  ...live,
  best: null,
  genuineness: null,
  liveness: { ...turned, name: 'liveness', result: null, reason: 'Signs of attack could not be looked for' },
};

interface Given {
  /** Ids of the files that were read. */
  readonly read?: string[];
  readonly clip?: FramesAnalysis | 'undecodable';
  readonly portrait?: Float32Array | null;
  /** The applicant, by default Anna Berg. */
  readonly own?: { readonly first_name: string; readonly last_name: string };
  /** Names of applicants whose face resembles the applicant's. */
  readonly known?: readonly string[];
  /** Videos of the applicant, the newest first, as the store lists them. */
  readonly videos?: readonly Pick<UploadedFile, 'bytes' | 'challenge'>[];
  readonly documents?: readonly { type: string; side: 'front' | 'back' | null; portrait: Float32Array | null }[];
}

/** The verdict of a report on a video, or on several. */
async function verdict(name: ReportName, given: Given) {
  const { clip = live, portrait = PORTRAIT, videos = [{ bytes: Buffer.from('clip') }] } = given;
  const { documents = [{ type: 'passport', side: null, portrait }] } = given;
  const { read = [] } = given;
  let [held, most] = [0, 0];
  const answers: Record<string, (input: never) => unknown> = {
    liveVideo: () => ({ analysis: clip, hashes: [hash] }),
    portraits: ({ bytes }: { bytes: Uint8Array }) => {
      const embedding = documents[Number(String(bytes))]!.portrait;
      return { main: embedding && { embedding, eyes, page: 0 } };
    },
  };
  async function run(task: string, input: never) {
    await setImmediate();
    held -= 1;
    return answers[task]!(input);
  }
  const tools: FacialTools & KnownFacesTools = {
    decision: defaultDecision,
    analyser: { run: run as never },
    step: async () => {},
    async file(id) {
      read.push(id);
      held += 1;
      most = Math.max(most, held);
      const [kind, number] = id.split(' ') as [string, string];
      const file = kind === 'video' ? videos[Number(number)]! : { bytes: Buffer.from(number) };
      return { id, mediaType: kind, fileName: id, uploadedAt: 0, ...file };
    },
    async frames() {
      if (clip === 'undecodable') throw problem('frame_extraction_failed');
      return [];
    },
    sameLook: async () => [],
    knownFaces: async () => (given.known ?? []).map((name) => ({ ...match, name })),
    keepFace: async () => {},
    keepLook: async () => {},
  };
  const subject = {
    applicant: given.own ?? { first_name: 'Anna', last_name: 'Berg' },
    media: {
      documents: documents.map((one, i) => ({
        id: `document ${i}`,
        type: one?.type,
        side: one?.side,
        issuing_country: null,
        created_at: i,
      })),
      documentIds: documents.map((_, i) => `document ${i}`),
      livePhotos: [],
      liveVideos: videos.map((_, i) => ({ id: `video ${i}`, created_at: videos.length - i })),
      motionCaptures: [],
      idPhotos: [],
    },
  } as unknown as ReportSubject;
  const { status, assessment } = await (reportType(name).process as ReportProcessor<typeof tools>)(subject, tools);
  const leaves = Object.entries(assessment!.leaves).map(([path, { result, doubt }]) => [
    path.split('.').at(-1),
    doubt ? 'doubt' : result,
  ]);
  return { status, leaves: Object.fromEntries(leaves), properties: assessment!.properties, read, most };
}

test('a clip of the holder is clear', async () => {
  const { status, leaves } = await verdict('facial_similarity_video', {});
  expect([status, leaves]).toEqual([
    'complete',
    {
      face_match: 'clear',
      face_detected: 'clear',
      source_integrity: 'clear',
      spoofing_detection: 'clear',
      liveness_detected: 'clear',
    },
  ]);
});

test.each([
  ['that never looks ahead', { clip: aside }, { face_detected: 'clear', source_integrity: 'clear' }],
  ['that can’t be decoded', { clip: 'undecodable' }, { face_detected: 'doubt', source_integrity: null }],
] as const)('a person settles of a clip %s all that nothing could look at', async (_, given, others) => {
  const { status, leaves } = await verdict('facial_similarity_video', given);
  expect([status, leaves]).toEqual([
    'awaiting_approval',
    { ...others, face_match: 'doubt', spoofing_detection: 'doubt', liveness_detected: 'doubt' },
  ]);
});

test('a document without a portrait is consider, also beside a clip that can’t be decoded', async () => {
  const { status, leaves } = await verdict('facial_similarity_video', { clip: 'undecodable', portrait: null });
  expect([status, leaves.face_detected]).toEqual(['complete', 'consider']);
});

test('a face that can’t be compared is not reported as never seen', async () => {
  const { status, leaves } = await verdict('known_faces', { clip: aside });
  expect([status, leaves]).toEqual(['awaiting_approval', { previously_seen_faces: 'doubt', image_integrity: 'clear' }]);
  expect((await verdict('known_faces', { clip: 'undecodable' })).leaves).toEqual({
    previously_seen_faces: 'doubt',
    image_integrity: 'doubt',
  });
});

test('a known face under a name that has no form in Latin letters is suspected under another alone', async () => {
  const own = { first_name: 'علي', last_name: 'حسن' };
  const { properties } = await verdict('known_faces', { own, known: ['علي حسن', 'سارة يوسف'] });
  expect(properties).toMatchObject({ matches: [{ suspected: false }, { suspected: true }] });
});

test.each([
  ['Anna Berg', false],
  ['anna  BERG', false],
  ['Berg Anna', false],
  ['Anna Maria Berg', false],
  ['Änna Berg', false],
  ['A. Berg', false],
  ['Anna Bergg', true],
  ['Hanna Berg', true],
  ['Anna Sommer', true],
  ['Jonas Weiss', true],
  ['علي حسن', true],
])('a known face under the name %s is suspected: %s', async (name, suspected) => {
  const { leaves, properties } = await verdict('known_faces', { known: [name] });
  expect(leaves.previously_seen_faces).toBe('consider');
  expect(properties).toEqual({ matches: [{ ...match, suspected }] });
});

test('a video is compared with the ten before it', async () => {
  const said = (digit: number) => [{ type: 'recite', query: [digit, digit, digit] }];
  const videos = Array.from({ length: 13 }, (_, i) => ({ bytes: Buffer.from(`clip ${i}`), challenge: said(i) }));
  const { read } = await verdict('facial_similarity_video', { videos });
  const compared = Array.from({ length: 11 }, (_, i) => `video ${i}`);
  expect(read.filter((id) => id.startsWith('video')).sort()).toEqual(compared.sort());
  videos[1] = { ...videos[1]!, bytes: videos[0]!.bytes };
  expect((await verdict('facial_similarity_video', { videos })).leaves.source_integrity).toBe('consider');
});

const OTHER = vector(0.98);

test.each([
  // A portrait on the back that is only a drawing.
  [['driving_licence', 'front', PORTRAIT], ['driving_licence', 'back', OTHER], 'clear'],
  [['driving_licence', null, PORTRAIT], ['driving_licence', null, OTHER], 'clear'],
  [['passport', null, PORTRAIT], ['driving_licence', 'front', OTHER], 'consider'],
  // An applicant's own document beside another of its kind that isn't.
  [['passport', null, PORTRAIT], ['passport', null, OTHER], 'consider'],
  [['driving_licence', 'front', PORTRAIT], ['driving_licence', 'front', OTHER], 'consider'],
] as const)('a face is compared with every document (%#)', async (one, other, expected) => {
  const documents = [one, other].map(([type, side, portrait]) => ({ type, side, portrait }));
  for (const listed of [documents, documents.toReversed()]) {
    expect((await verdict('facial_similarity_video', { documents: listed })).leaves.face_match).toBe(expected);
  }
});

test('the very portrait of the document is a doubt, however it came before the camera', async () => {
  for (const portrait of [FACE, vector(0.9998)]) {
    const { status, leaves } = await verdict('facial_similarity_video', { portrait });
    expect([status, leaves.face_match, leaves.source_integrity]).toEqual(['awaiting_approval', 'clear', 'doubt']);
  }
  const sides = [
    { type: 'driving_licence', side: 'front', portrait: PORTRAIT },
    { type: 'driving_licence', side: 'back', portrait: FACE },
  ] as const;
  expect((await verdict('facial_similarity_video', { documents: sides })).leaves.source_integrity).toBe('doubt');
});

test('of two hundred documents no more than two are in memory at once, beside the video', async () => {
  const document = { type: 'passport', side: null, portrait: PORTRAIT };
  const { read, most, leaves } = await verdict('facial_similarity_video', { documents: Array(200).fill(document) });
  expect([read.length, leaves.face_match]).toEqual([201, 'clear']);
  expect(most).toBeLessThanOrEqual(3);
});

test('documents that come after one that fails are not looked at any more', async () => {
  const document = { type: 'passport', side: null, portrait: PORTRAIT };
  const documents = [document, null as never, ...Array(198).fill(document)];
  const read: string[] = [];
  await expect(verdict('facial_similarity_video', { documents, read })).rejects.toThrow();
  for (let i = 0; i < 50; i += 1) await setImmediate();
  expect(read.length).toBeLessThan(8);
});
