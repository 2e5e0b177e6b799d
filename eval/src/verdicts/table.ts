import { interval95 } from '../interval.ts';
import type { Measurement } from '../measurement.ts';
import { type DocumentVerdict, SETTINGS, type Setting } from './verdict.ts';

/** A document, the truth about it, and its verdict by each setting. */
export interface Result {
  readonly id: string;
  readonly forgery: string | null;
  readonly recipe: string;
  readonly origin: string;
  readonly type: string;
  readonly specimen: boolean;
  readonly split: 'tune' | 'held';
  readonly verdicts: Readonly<Record<Setting, DocumentVerdict>>;
}

/** Kinds of forgery that change data in one place only. */
const ONE_PLACE = ['data_in_one_place', 'pasted_text'];

const count = (results: readonly Result[], setting: Setting, end: DocumentVerdict['end']) =>
  results.filter(({ verdicts }) => verdicts[setting].end === end).length;

/** Cleared ones of all, the rest in words. */
function row(
  what: string,
  results: readonly Result[],
  setting: Setting,
  end: DocumentVerdict['end'] = 'cleared',
): Measurement {
  const ends = (['cleared', 'doubted', 'flagged'] as const).filter((one) => one !== end);
  const rest = ends.map((one) => `${one} ${count(results, setting, one)}`).join(', ');
  return { what: `${what}: ${end} (${rest})`, right: count(results, setting, end), of: results.length };
}

const held = (measurement: Measurement, target: string, met: boolean): Measurement => ({ ...measurement, target, met });

function groups(list: readonly Result[], of: (one: Result) => string): [string, Result[]][] {
  const found = new Map<string, Result[]>();
  for (const one of list) found.set(of(one), [...(found.get(of(one)) ?? []), one]);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The goals of one half of the split, then each recipe and each kind of document. */
export function tableOf(results: readonly Result[]): Measurement[] {
  return (['held', 'tune'] as const).flatMap((split) => {
    const own = results.filter((result) => result.split === split);
    return own.length === 0
      ? []
      : SETTINGS.flatMap((setting) => ofSetting(own, `${split}, validity ${setting}`, setting));
  });
}

function ofSetting(results: readonly Result[], where: string, setting: Setting): Measurement[] {
  const forged = results.filter(({ forgery }) => forgery !== null);
  const sound = results.filter(({ forgery, specimen }) => forgery === null && !specimen);
  const specimens = results.filter(({ forgery, specimen }) => forgery === null && specimen);
  const unmarked = forged.filter(({ specimen }) => !specimen);
  const onePlace = forged.filter(({ forgery }) => ONE_PLACE.includes(forgery ?? ''));
  const share = (list: readonly Result[], end: DocumentVerdict['end']) =>
    count(list, setting, end) / Math.max(1, list.length);
  const cleared = row(`${where}: all forgeries`, forged, setting);
  const [, upper] = interval95(cleared.right!, forged.length);
  const goal =
    setting === 1
      ? []
      : [
          held(cleared, '0, interval ≤ 2 %', cleared.right === 0 && upper <= 0.02),
          held(row(`${where}: data changed in one place`, onePlace, setting), '0', share(onePlace, 'cleared') === 0),
          held(row(`${where}: sound`, sound, setting, 'flagged'), '≤ 2 %', share(sound, 'flagged') <= 0.02),
          row(`${where}: sound`, sound, setting, 'doubted'),
          held(row(`${where}: marked as specimens`, specimens, setting), '0', share(specimens, 'cleared') === 0),
        ];
  return [
    ...(setting === 1 ? [cleared, row(`${where}: sound`, sound, setting, 'doubted')] : goal),
    row(`${where}: forgeries of documents that bear no mark`, unmarked, setting),
    ...groups(unmarked, ({ forgery, recipe }) => `${forgery}, ${recipe}`).map(([name, list]) =>
      row(`${where}: ${name}`, list, setting),
    ),
    ...groups(forged, ({ origin, type }) => `forgeries of a ${origin} ${type}`).map(([name, list]) =>
      row(`${where}: ${name}`, list, setting),
    ),
    ...groups(sound, ({ origin, type, recipe }) => `sound ${origin} ${type}, ${recipe}`).map(([name, list]) =>
      row(`${where}: ${name}`, list, setting, 'doubted'),
    ),
  ];
}
