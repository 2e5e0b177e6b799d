import { isoDay } from '../text/iso-days.ts';

/**
 * Years before the first of each era that documents count in: Unicode CLDR, calendars `japanese` and `roc`
 * (https://github.com/unicode-org/cldr/blob/main/common/supplemental/supplementalData.xml).
 */
const ERAS: Readonly<Record<string, number>> = {
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
  民國: 1911,
  民国: 1911,
};

const DAY = new RegExp(
  `(?:(${Object.keys(ERAS).join('|')})(\\d{1,3}|元)|(?<!\\d)(\\d{4}))[年년./-](\\d{1,2})[月월./-](\\d{1,2})(?!\\d)`,
  'gu',
);

/**
 * Days as they are written in Chinese, Japanese and Korean: the year first, which may be one of an era.
 *
 * @returns `YYYY-MM-DD`, in the order in which they stand
 */
export function daysOfScript(text: string): string[] {
  const days: string[] = [];
  for (const [, era, count, year, month, day] of text.normalize('NFC').replace(/\s+/g, '').matchAll(DAY)) {
    const full = era ? ERAS[era]! + (count === '元' ? 1 : Number(count)) : Number(year);
    const found = isoDay(full, Number(month), Number(day));
    if (found) days.push(found);
  }
  return days;
}
