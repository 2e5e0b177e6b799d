import { describe, expect, test } from 'vitest';
import { reportMedia } from './index.ts';
import { addressProof } from './media.ts';
import type { ApplicantMedia, DocumentRef } from './types.ts';

const none: ApplicantMedia = { documents: [], livePhotos: [], liveVideos: [], motionCaptures: [], idPhotos: [] };

let time = 0;
function doc(id: string, type: string, side: DocumentRef['side'] = null): DocumentRef {
  time += 1;
  return { id, type, side, issuing_country: null, created_at: time };
}

const documentsOf = (documents: DocumentRef[], documentIds?: string[]) =>
  reportMedia('document', { ...none, documents, documentIds }).documents.map(({ id }) => id);

describe('documents of a document report', () => {
  const passport = doc('passport', 'passport');
  const front = doc('front', 'driving_licence', 'front');
  const back = doc('back', 'driving_licence', 'back');
  const cardBack = doc('card back', 'national_identity_card', 'back');
  const bill = doc('bill', 'utility_bill');

  test.each<[string, DocumentRef[], string[]]>([
    ['nothing uploaded', [], []],
    ['a passport', [passport], ['passport']],
    ['two sides, front first', [back, front], ['front', 'back']],
    ['the most recent, whatever the order', [front, passport], ['front']],
    ['no side of another type', [front, cardBack], ['card back']],
    ['a newer proof of address is ignored', [passport, bill], ['passport']],
    ['only a proof of address', [bill], ['bill']],
  ])('%s', (_, documents, expected) => {
    expect(documentsOf(documents)).toEqual(expected);
  });

  test('the newest of several fronts', () => {
    const newer = doc('newer front', 'driving_licence', 'front');
    expect(documentsOf([newer, back, front])).toEqual(['newer front', 'back']);
  });

  test('of two of the same time the one with the later id', () => {
    const twins = ['a', 'c', 'b'].map((id) => ({ ...passport, id }));
    expect(documentsOf(twins)).toEqual(['c']);
  });

  test('document_ids win, in their order', () => {
    expect(documentsOf([passport, front, back], ['back', 'passport'])).toEqual(['back', 'passport']);
    expect(documentsOf([passport], [])).toEqual(['passport']);
  });
});

describe('media of reports', () => {
  const media: ApplicantMedia = {
    documents: [doc('passport', 'passport'), doc('bill', 'utility_bill')],
    livePhotos: [
      { id: 'photo 1', created_at: 1 },
      { id: 'photo 2', created_at: 2 },
    ],
    liveVideos: [{ id: 'video', created_at: 1 }],
    motionCaptures: [{ id: 'motion', created_at: 1 }],
    idPhotos: [{ id: 'id photo', created_at: 1 }],
  };
  const empty = { documents: [], live_photos: [], live_videos: [], motion_captures: [], id_photos: [] };
  const documents = [{ id: 'passport' }];

  test.each([
    ['facial_similarity_photo', { documents, live_photos: [{ id: 'photo 2' }] }],
    ['facial_similarity_photo_fully_auto', { documents, live_photos: [{ id: 'photo 2' }] }],
    ['facial_similarity_video', { documents, live_videos: [{ id: 'video' }] }],
    ['facial_similarity_motion', { documents, motion_captures: [{ id: 'motion' }] }],
    ['document_video', { documents }],
    ['right_to_work', { documents }],
    ['proof_of_address', {}],
    ['known_faces', {}],
    ['watchlist_standard', {}],
  ] as const)('%s', (name, listed) => {
    expect(reportMedia(name, media)).toEqual({ ...empty, ...listed });
  });

  test('a proof of address is looked for among the documents of that kind first', () => {
    const later = doc('later', 'passport');
    expect(addressProof({ ...media, documents: [...media.documents, later] })?.id).toBe('bill');
    expect(addressProof({ ...media, documents: [media.documents[0]!, later] })?.id).toBe('later');
    expect(addressProof(none)).toBeUndefined();
  });
});
