import type { Finding } from '@bonafide/verification';
import type { LeafFinding } from '../outcome.ts';
import { clear, consider, doubtful } from './assessment.ts';
import { notAssessed, nothingShown, type SeenCapture, signalsOf, spoofingLeaf } from './facial-capture.ts';
import { photoSource } from './facial-source.ts';
import type { Tools } from './tools.ts';

export type PhotoTools = Tools<'analyser' | 'decision' | 'step' | 'file' | 'sameLook'>;

/** Analyses a live photo: its face, signs of a picture of a picture, and where it comes from. */
export async function seePhoto(id: string, tools: PhotoTools): Promise<SeenCapture> {
  await tools.step('analysing the photo');
  const file = await tools.file(id);
  const { selfie, photo } = await tools.analyser.run('livePhoto', { bytes: file.bytes });
  const { count, person } = selfie;
  const { measure, threshold, reason } = count;
  const others = await tools.sameLook(photo.hash);
  return {
    face: (count.result === 'pass' ? clear : consider)(reason, { measure, threshold }),
    embedding: person?.embedding ?? null,
    spoofing: person ? withScreen(spoofingLeaf(person, tools.decision), photo.origin) : notAssessed.noFace,
    source: photoSource(photo, file, others),
    look: photo.hash,
    shown: person
      ? { captured: [{ media_id: id, eyes: person.eyes }], compared: 0, signals: signalsOf(person.signals) }
      : nothingShown,
  };
}

/** The grid of a screen in a photo is a doubt, too, however genuine the face looks. */
function withScreen(leaf: LeafFinding, origin: readonly Finding[]): LeafFinding {
  const grid = origin.find(({ name, result }) => name === 'photo_of_screen' && result === 'fail');
  if (!grid || leaf.doubt) return leaf;
  const { reason, measure, threshold } = grid;
  return doubtful(reason, { measure, threshold, ...(leaf.properties && { properties: leaf.properties }) });
}
