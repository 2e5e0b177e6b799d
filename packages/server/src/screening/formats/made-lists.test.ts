import { expect, test } from 'vitest';
import type { FormatName } from '../options.ts';
import { invented, isoBirth } from '../testing/invented.ts';
import { useLists } from '../testing/lists.ts';
import { madeLists, madeTexts } from '../testing/made-lists.ts';

const lists = useLists();

/** Data that a format can't hold. */
const LACKING: Partial<Record<FormatName, readonly ('births' | 'alias' | 'original' | 'ids')[]>> = {
  'ofac-csv': ['original'],
  'ofac-xml': ['original'],
  'bis-dpl': ['births', 'alias', 'original', 'ids'],
};

test.each(Object.keys(madeLists) as FormatName[])(
  'a made list of %s holds its people, without a warning',
  async (format) => {
    const options = { category: 'sanction', today: '2026-09-30' } as const;
    const { records, summary } = await lists.read(madeTexts(format, 30), options);
    const kind = format === 'bis-dpl' ? 'unknown' : 'person';
    expect(summary).toMatchObject({ format, records: 30, kinds: { [kind]: 30 }, skipped: {}, warnings: [] });
    const lacking = LACKING[format] ?? [];
    records.forEach((record, i) => {
      const one = invented(Number(/\d+$/.exec(record.source_id)?.[0]) || i + 1);
      const words = record.names.map(({ full }) => full.toUpperCase().split(/,? /).sort().join(' '));
      const expected = [
        `${one.given} ${one.family}`,
        ...(lacking.includes('alias') ? [] : [`${one.alias.given} ${one.alias.family}`]),
        ...(lacking.includes('original') ? [] : [one.original]),
      ].map((name) => name.toUpperCase().split(' ').sort().join(' '));
      if (format !== 'bis-dpl') {
        expect(words.sort()).toEqual(expected.sort());
        expect(record.births).toEqual([{ from: isoBirth(one), to: isoBirth(one), circa: false }]);
        expect(record.ids).toMatchObject([{ number: one.passport }]);
      } else expect(words).toHaveLength(1);
    });
  },
);
