import { UnreadableImage } from '@bonafide/verification';
import type { Analyser } from '../analysis/analyser.ts';
import { isTooSlow } from '../analysis/given-up.ts';
import type { Lane } from '../base/turns.ts';
import type { ReceivedFile } from '../media-files/receive.ts';
import { refused, type UploadRules } from '../media-files/rules.ts';

export interface Examining {
  readonly rules: UploadRules;
  /** Decodes pictures, in turns between accounts and applicants. */
  readonly decoder: Analyser;
  readonly lane: Lane;
}

/** Facts about a file that its examination found. */
export interface Examined {
  /** Id of the challenge that the chip of a document answered. */
  readonly chipChallengeId?: string;
}

const ANSWER_FORM =
  'must contain challenge_id, and response or chip_authentication as an array of bytes from -128 to 255 or base64, in active';
const CHIP_FORM = 'must contain dg1, dg2 and sod, each an array of bytes from -128 to 255';

/**
 * Examines whether a file can be read: in another process pictures are decoded and chip data is parsed; PDFs must have both
 * ends, and text must be UTF-8. Videos pass: their frames are decoded only on request. Bytes are read once there is a turn for the file.
 *
 * Throws `validation_error`, also for a picture that takes too much processor time to decode; and what `Analyser.run` throws
 * when no process could decode it.
 */
export async function examine(
  {
    type,
    decodeWeight,
    hasBothEnds,
    isWholeText,
    read,
  }: Pick<ReceivedFile, 'type' | 'decodeWeight' | 'hasBothEnds' | 'isWholeText' | 'read'>,
  { rules, decoder, lane }: Examining,
): Promise<Examined> {
  switch (type.format) {
    case 'jpg':
    case 'png':
      await decodable(
        rules,
        decoder.run('decode', async () => ({ bytes: await read() }), { lane, weight: decodeWeight }),
      );
      return {};
    case 'pdf':
      if (!hasBothEnds) throw refused(rules, 'content', 'is corrupt or incomplete');
      return {};
    case 'txt':
      if (!isWholeText) throw refused(rules, 'content', 'is not text in UTF-8');
      return {};
    case 'json': {
      const chip = await decoder.run('chip', async () => ({ bytes: await read() }), { lane });
      if (!chip) throw refused(rules, 'content', CHIP_FORM);
      if (chip.active === null) throw refused(rules, 'content', ANSWER_FORM);
      return chip.active ? { chipChallengeId: chip.active.challengeId } : {};
    }
    default:
      return {};
  }
}

/**
 * The result of a task that decodes a whole picture. Throws `validation_error` for a picture that can't be decoded, or takes
 * too much processor time to; other errors of the task pass.
 */
export async function decodable<T>(rules: UploadRules, task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (error instanceof UnreadableImage) throw refused(rules, 'content', 'is corrupt or incomplete');
    if (isTooSlow(error)) throw refused(rules, 'content', 'takes too long to decode');
    throw error;
  }
}
