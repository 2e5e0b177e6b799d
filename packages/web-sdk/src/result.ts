import type { SdkResponse } from './types.ts';

/** A capture that the service has. */
export interface Captured {
  readonly kind: 'document' | 'poa' | 'face';
  readonly id: string;
  /** Type of the document, or the way in which a face was captured. */
  readonly type: string;
  readonly side: 'front' | 'back';
  /** True if the document has a video of this side. */
  readonly filmed?: boolean;
}

/** Builds the argument of `onComplete` in the shapes of all generations at once. The last of several documents counts. */
export function responseOf(captures: readonly Captured[]): SdkResponse {
  const response: SdkResponse = {};
  for (const { kind, id, type, side, filmed } of captures) {
    if (kind === 'face') response.face = { id, variant: type as NonNullable<SdkResponse['face']>['variant'] };
    else if (kind === 'poa') response.poa = { id, type, sides: { front: { id, type } } };
    else {
      if (side === 'front') {
        delete response.document_back;
        delete response.document_video;
        response.document = { type, sides: {} };
      }
      const video = filmed && { [`${side}_video`]: { id, type } };
      response.document = { type, sides: { ...response.document?.sides, [side]: { id, type }, ...video } };
      response[`document_${side}`] = { id, type, side, ...(filmed && { variant: 'video' }) };
      if (filmed) {
        const { document_video: known = { id, media_uuids: [], variant: 'video' } } = response;
        response.document_video = { ...known, media_uuids: [...known.media_uuids, id] };
      }
    }
  }
  return response;
}
