import type { Mrz } from './parse.ts';

export type PassportKind =
  | 'ordinary'
  | 'emergency'
  | 'diplomatic'
  | 'official'
  | 'refugee'
  | 'alien'
  | 'stateless'
  | 'laissez_passer'
  | 'military';

/**
 * Kinds by the second letter of a passport's document code, which ICAO made uniform for passports issued from 2026 (Doc 9303-4,
 * 4.4). U is a single-sheet document of Doc 9303-8, an emergency travel document.
 */
const KINDS: Readonly<Record<string, PassportKind>> = {
  P: 'ordinary',
  E: 'emergency',
  D: 'diplomatic',
  O: 'official',
  R: 'refugee',
  T: 'alien',
  S: 'stateless',
  L: 'laissez_passer',
  M: 'military',
  U: 'emergency',
};

/** Letters that a state has long used in its own way. */
const OWN: Readonly<Record<string, Readonly<Record<string, PassportKind>>>> = {
  CHN: { O: 'ordinary', E: 'official', S: 'official' },
  MDV: { R: 'ordinary' },
};

/**
 * Kind of a passport by its document code; null for other documents, and for a second letter without a meaning.
 *
 * @example
 * import { passportKind } from '@bonafide/verification';
 *
 * passportKind({ documentCode: 'PE', issuingState: 'EST' }); // 'emergency'
 */
export function passportKind({
  documentCode,
  issuingState,
}: Pick<Mrz, 'documentCode' | 'issuingState'>): PassportKind | null {
  const [first, second] = documentCode;
  if (first !== 'P') return null;
  if (second === undefined) return 'ordinary';
  return OWN[issuingState]?.[second] ?? KINDS[second] ?? null;
}
