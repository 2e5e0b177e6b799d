import type { ReadChip } from './read-chip.ts';

/**
 * The JSON that `POST /v3.6/documents` takes as `file`, with the media type `application/json`.
 *
 * @param challengeId id of the challenge that the chip answered; without it the answers are left out
 * @example
 * import { type ReadChip, uploadOf } from '@bonafide/chip-reader';
 *
 * declare const chip: ReadChip;
 * const file = new Blob([uploadOf(chip)], { type: 'application/json' });
 * console.log(file.size);
 */
export function uploadOf({ dg1, dg2, sod, dg14, dg15, response, proof }: ReadChip, challengeId?: string): string {
  const answered = (response || proof) && challengeId !== undefined;
  const active = answered && {
    challenge_id: challengeId,
    ...(response && { response: [...response] }),
    ...(proof && { chip_authentication: [...proof] }),
  };
  return JSON.stringify({
    dg1: [...dg1],
    dg2: [...dg2],
    sod: [...sod],
    dg14: dg14 && [...dg14],
    dg15: dg15 && [...dg15],
    active: active || undefined,
  });
}
