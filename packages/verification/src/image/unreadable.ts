/** Why a picture can't be looked at. `undecodable` says nothing about who is to blame: cut short, damaged or forged. */
export type UnreadableReason = 'unsupported' | 'too_many_pixels' | 'undecodable';

/** Thrown by everything that decodes pictures when it takes longer than it may. It says nothing against the picture. */
export class DecodeTimeout extends Error {
  constructor(seconds: number, cause?: unknown) {
    super(`The picture was not decoded within ${seconds} s`, { cause });
    this.name = 'DecodeTimeout';
  }
}

/** Thrown by everything that decodes pictures. */
export class UnreadableImage extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadableImage';
    this.reason = reason;
  }
}
