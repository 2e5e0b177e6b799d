import type { SdkResponse } from './types.ts';

/** A capture that the service has. */
export interface Captured {
  readonly kind: 'document' | 'poa' | 'face';
  readonly id: string;
  /** Of a face how it was captured. */
  readonly type: string;
  readonly side: 'front' | 'back';
}

/** What `onComplete` gets: the shapes of all generations at once. Of several documents the last counts. */
export function responseOf(captures: readonly Captured[]): SdkResponse {
  const response: SdkResponse = {};
  for (const { kind, id, type, side } of captures) {
    if (kind === 'face') response.face = { id, variant: type as NonNullable<SdkResponse['face']>['variant'] };
    else if (kind === 'poa') response.poa = { id, type, sides: { front: { id, type } } };
    else {
      if (side === 'front') {
        delete response.document_back;
        response.document = { type, sides: {} };
      }
      response.document = { type, sides: { ...response.document?.sides, [side]: { id, type } } };
      response[`document_${side}`] = { id, type, side };
    }
  }
  return response;
}
