export type { AccessKey, CanKey, MrzKey } from './access-key.ts';
export type { Transceive } from './apdu.ts';
export { ChipError, type ChipErrorCode } from './errors.ts';
export { type Challenge, type Progress, type ReadChip, type ReadOptions, readChip, type Step } from './read-chip.ts';
export { uploadOf } from './upload.ts';
