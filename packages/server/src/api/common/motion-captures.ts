import Type from 'typebox';
import { type MediaResource, mediaFields, presentMedia } from './media.ts';

export const motionCaptures: MediaResource = {
  kind: 'motion_capture',
  path: 'motion_captures',
  schema: Type.Object(mediaFields, { title: 'Motion capture' }),
  toWire: (media, version) => presentMedia('motion_captures', media, version),
};
