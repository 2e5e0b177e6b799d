import type { State } from '../flow/state.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { alertBox } from './parts.ts';

/** Screens with which a task of a workflow run may begin. */
const BEGINNINGS: ReadonlySet<string> = new Set(['type', 'guide', 'permission', 'data', 'passkey', 'signature']);

const begins = ({ screen, side, step, trail }: State): boolean =>
  BEGINNINGS.has(screen) && side === 'front' && trail.every((place) => place.step !== step);

/** The reasons that this version has words for. */
const reasons: readonly PhraseKey[] = [
  'retry.blurred',
  'retry.dark',
  'retry.glare',
  'retry.cut_off',
  'retry.wrong_side',
  'retry.no_document',
  'retry.two_documents',
  'retry.unclear',
  'retry.no_colour',
  'retry.no_back',
  'retry.unsupported',
  'retry.expired',
  'retry.too_old',
  'retry.no_face',
  'retry.face_differs',
];

/** A notice on the first screen of a task that a workflow run repeats: the number of the attempt, and its reason. */
export function retryNotice(kit: Kit): { box: HTMLElement; text: string } | undefined {
  const { retry, state } = kit;
  if (!retry || !begins(state)) return undefined;
  const { attempt: number, atMost: of } = retry;
  const attempt =
    of === null ? kit.t('retry.attempt_only', { attempt: number }) : kit.t('retry.attempt', { attempt: number, of });
  const known = reasons.filter((key) => retry.reasons.some((reason) => key === `retry.${reason}`));
  const disclosed: readonly PhraseKey[] = known.length > 0 ? known : ['retry.neutral'];
  return {
    box: alertBox(
      'note',
      attempt,
      disclosed.map((key) => kit.words('span', key)),
    ),
    text: [`${attempt}.`, ...disclosed.map((key) => kit.t(key))].join(' '),
  };
}
