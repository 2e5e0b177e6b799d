import { buildNameIndex, type NameIndex, type NameQuery, openNameIndex } from '@bonafide/verification';

const LATIN = (
  'muhammad ahmad ali hasan husayn abdallah abdulrahman khalid umar yusuf ibrahim mustafa mahmud said salih salim nasir jasim ' +
  'karim rashid tariq faysal majid walid ziyad hisham adil jamal kamal nabil'
).split(' ');
const ARABIC = (
  'محمد احمد علي حسن حسين عبدالله عبدالرحمن خالد عمر يوسف ابراهيم مصطفى محمود سعيد صالح سالم ناصر جاسم كريم رشيد طارق فيصل ' +
  'ماجد وليد زياد هشام عادل جمال كمال نبيل'
).split(' ');

/** Letters of a first or last name that an applicant may have. */
const LONGEST = 255;

/** A list of invented people whose names are of few common words, and queries by names as long as an applicant may have. */
export function longNames(people: number, random: () => number) {
  const pick = (words: readonly string[]) => words[Math.floor(random() ** 2 * words.length)]!;
  const times = (count: number, words: readonly string[]) => Array.from({ length: count }, () => pick(words)).join(' ');
  const records = Array.from({ length: people }, (_, ordinal) => ({
    ordinal,
    kind: 'person' as const,
    ids: [],
    names: [LATIN, ARABIC].map((words) => ({ full: times(3 + (ordinal % 2), words), quality: 'strong' as const })),
  }));
  const longest = (words: readonly string[]) => times(LONGEST, words).slice(0, LONGEST).replace(/ \S*$/, '');
  return {
    index: (): NameIndex => openNameIndex(buildNameIndex(records)),
    /** Half of them in Arabic letters, half in Latin ones. */
    *queries(many: number): Iterable<NameQuery> {
      for (let i = 0; i < many; i++) {
        const words = i % 2 === 0 ? ARABIC : LATIN;
        yield { names: [{ first: longest(words), last: longest(words) }], births: ['1974-05-03'] };
      }
    },
  };
}
