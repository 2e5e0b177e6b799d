import type { FlowEvent } from '../flow/state.ts';
import type { Captured } from '../result.ts';
import { readAnswer } from './answers.ts';
import { Unsent } from './send.ts';
import type { Connection } from './uploader.ts';

/** Result of handing in a wallet's answer: the document that the service made of it, or why there is none. */
interface Presented {
  readonly event: FlowEvent;
  readonly document?: Captured;
}

/** Hands in a wallet's answer. Never throws. */
export async function presentCredential({ call }: Connection, answer: object): Promise<Presented> {
  try {
    const reply = await call('/v3.6/digital_credentials', answer);
    const { id, event } = readAnswer(reply);
    if (id === null) return { event };
    const type = typeof reply.body?.type === 'string' ? reply.body.type : 'unknown';
    // A credential has no sides. The page gets it as it gets a document of one side.
    return { event, document: { kind: 'document', id, type, side: 'front' } };
  } catch (error) {
    return { event: { type: 'unsent', what: error instanceof Unsent ? error.what : 'connection' } };
  }
}
