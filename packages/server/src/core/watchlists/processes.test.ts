import { expect, test } from 'vitest';
import { type ListRow, watchlistStory } from '../../api/operator/testing/watchlists.ts';
import { startService } from '../../testing/service.ts';

const NAMES = [
  'Iskra Vrtovec',
  'Bor Zaletelj',
  'Cvetka Ropotar',
  'Drago Presekar',
  'Zdenka Prelesnik',
  'Gorazd Mlakar',
];

/** The list of a set: one person, whose number is that of the set. */
const rowsOf = (number: number): ListRow[] => [
  { id: String(number), name: NAMES[number % NAMES.length] as string, categories: 'sanction' },
];

// Another process than this one needs a store that several processes share.
test.skipIf(!process.env.DATABASE_URL)(
  'processes that share a store never mix two sets',
  async () => {
    const one = await startService();
    const databaseUrl = one.services.settings.databaseUrl as string;
    const two = await startService({ data: one.data, settings: { databaseUrl } });
    try {
      const stories = [one, two].map(watchlistStory) as [
        ReturnType<typeof watchlistStory>,
        ReturnType<typeof watchlistStory>,
      ];
      let active = 0;
      let ended = false;
      let searches = 0;
      const search = async (story: (typeof stories)[number]) => {
        while (!ended) {
          const before = active;
          for (const [i, name] of NAMES.entries()) {
            const { status, body } = await story.operate('POST', '/watchlists/search', { name });
            expect(status).toBe(200);
            expect(body.set).toBeGreaterThanOrEqual(before);
            const expected = body.set > 0 && body.set % NAMES.length === i ? [String(body.set)] : [];
            expect(body.hits.map(({ source_id }: { source_id: string }) => source_id)).toEqual(expected);
            searches += 1;
          }
        }
      };
      const searching = stories.map(search);
      for (let number = 1; number <= 8; number += 1) {
        const { set } = await stories[0].load('eu', rowsOf(number));
        expect(set).toBe(number);
        active = number;
      }
      ended = true;
      await Promise.all(searching);
      expect(searches).toBeGreaterThan(NAMES.length);
    } finally {
      await two.close({ keep: true });
      await one.close();
    }
  },
  120_000,
);
