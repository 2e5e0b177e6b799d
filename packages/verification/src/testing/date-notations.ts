/** Notations of days by country, for tests and measurements: each writes a Gregorian day `YYYY-MM-DD` as documents do. */
export interface DateNotation {
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  readonly name: string;
  readonly write: (day: string) => string;
}

/** Language and patterns by country: D stands for the day, N for the number of the month, M for its name, Y for the year. */
const COUNTRIES: Readonly<Record<string, readonly [language: string, ...patterns: string[]]>> = {
  ALB: ['sq', 'D.N.Y', 'D M Y'],
  ARG: ['es', 'D/N/Y', 'D M Y'],
  ARM: ['hy', 'D.N.Y', 'D M Y'],
  AUS: ['en', 'D/N/Y', 'D M Y'],
  AUT: ['de-AT', 'D.N.Y', 'D. M Y'],
  AZE: ['az', 'D.N.Y', 'D M Y'],
  BEL: ['nl', 'D.N.Y', 'D M Y', 'D N Y'],
  BGD: ['bn', 'D M Y', 'D/N/Y'],
  BGR: ['bg', 'D.N.Y', 'D M Y'],
  BIH: ['bs', 'D.N.Y', 'D. M Y.'],
  BRA: ['pt', 'D/N/Y', 'D de M de Y'],
  CAN: ['fr', 'Y-N-D', 'Y-M-D', 'D M Y'],
  CHE: ['de', 'D.N.Y', 'D. M Y'],
  CHL: ['es', 'D M Y', 'D/N/Y'],
  CHN: ['zh', 'Y年N月D日', 'Y.N.D'],
  COL: ['es', 'D-M-Y', 'D/N/Y'],
  CZE: ['cs', 'D.N.Y', 'D. M Y'],
  DEU: ['de', 'D.N.Y', 'D. M Y'],
  DNK: ['da', 'D.N.Y', 'D. M Y'],
  DZA: ['ar-DZ', 'D M Y', 'Y/N/D'],
  EGY: ['ar', 'D/N/Y', 'D M Y'],
  ESP: ['es', 'D N Y', 'D/N/Y', 'D M Y'],
  EST: ['et', 'D.N.Y', 'D M Y'],
  FIN: ['fi', 'D.N.Y', 'D. M Y'],
  FRA: ['fr', 'D/N/Y', 'D N Y', 'D M Y'],
  GBR: ['en', 'D/N/Y', 'D M Y', 'D.N.Y'],
  GEO: ['ka', 'D.N.Y', 'D M Y'],
  GRC: ['el', 'D/N/Y', 'D M Y'],
  HRV: ['hr', 'D.N.Y', 'D. M Y.'],
  HUN: ['hu', 'Y.N.D', 'Y. M D.'],
  IDN: ['id', 'D-N-Y', 'D M Y'],
  IND: ['hi', 'D/N/Y', 'D M Y'],
  IRL: ['en', 'D/N/Y', 'D M Y'],
  ISL: ['is', 'D.N.Y', 'D. M Y'],
  ISR: ['he', 'D.N.Y', 'D/N/Y', 'D בM Y'],
  ITA: ['it', 'D/N/Y', 'D M Y'],
  JPN: ['ja', 'Y年N月D日', 'Y/N/D'],
  KAZ: ['kk', 'D.N.Y', 'D M Y', 'Y жылғы D M'],
  KEN: ['sw', 'D.N.Y', 'D M Y'],
  KGZ: ['ky', 'D.N.Y', 'Y-жылдын D-M'],
  KOR: ['ko', 'Y.N.D', 'Y년 N월 D일'],
  LTU: ['lt', 'Y-N-D', 'Y m. M D d.'],
  LVA: ['lv', 'D.N.Y', 'Y. gada D. M'],
  MAR: ['fr', 'D.N.Y', 'D M Y'],
  MEX: ['es', 'D/N/Y', 'D M Y'],
  MNG: ['mn', 'Y.N.D', 'Y оны N сарын D'],
  MYS: ['ms', 'D-N-Y', 'D M Y'],
  NLD: ['nl', 'D-N-Y', 'D M Y', 'D.N.Y'],
  NOR: ['nb', 'D.N.Y', 'D. M Y'],
  PAK: ['en', 'D.N.Y', 'D-M-Y'],
  PHL: ['en', 'M D, Y', 'Y/N/D'],
  POL: ['pl', 'D.N.Y', 'D M Y'],
  PRT: ['pt', 'D/N/Y', 'D N Y'],
  ROU: ['ro', 'D.N.Y', 'D M Y'],
  RUS: ['ru', 'D.N.Y', 'D M Y г.'],
  SRB: ['sr', 'D.N.Y', 'D. M Y.'],
  SVK: ['sk', 'D.N.Y', 'D. M Y'],
  SVN: ['sl', 'D.N.Y', 'D. M Y'],
  SWE: ['sv', 'Y-N-D', 'D M Y'],
  THA: ['th', 'D M Y'],
  TUR: ['tr', 'D.N.Y', 'D M Y'],
  UKR: ['uk', 'D.N.Y', 'D M Y'],
  USA: ['en', 'N/D/Y', 'N-D-Y', 'M D, Y'],
  UZB: ['uz', 'D.N.Y', 'D M Y', 'Y-yil D-M'],
  VNM: ['vi', 'D/N/Y', 'ngày D tháng N năm Y'],
  ZAF: ['en', 'D M Y', 'Y-N-D'],
};

const monthName = (language: string, day: string, calendar = 'gregory') =>
  new Intl.DateTimeFormat(`${language}-u-ca-${calendar}-nu-latn`, { day: 'numeric', month: 'long', timeZone: 'UTC' })
    .formatToParts(Date.parse(day))
    .find(({ type }) => type === 'month')!.value;

function written(pattern: string, language: string, iso: string): string {
  const [year, month, day] = iso.split('-') as [string, string, string];
  const parts: Readonly<Record<string, string>> = { Y: year, N: month, D: day, M: monthName(language, iso) };
  return pattern.replace(/[YNDM]/g, (letter) => parts[letter]!);
}

/** Days in calendars that states count in besides the Gregorian one. */
const inCalendar = (calendar: string, iso: string) => {
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  });
  const parts = Object.fromEntries(format.formatToParts(Date.parse(iso)).map(({ type, value }) => [type, value]));
  return { year: parts.relatedYear ?? parts.year!, month: parts.month!, day: parts.day!, era: parts.era };
};

const calendars: readonly DateNotation[] = [
  {
    country: 'THA',
    name: 'Buddhist',
    write: (day) => {
      const d = inCalendar('buddhist', day);
      return `${d.day}/${d.month}/${d.year}`;
    },
  },
  {
    country: 'SAU',
    name: 'Hijri',
    write: (day) => {
      const d = inCalendar('islamic-umalqura', day);
      return `${d.year}/${d.month}/${d.day}`;
    },
  },
  {
    country: 'IRN',
    name: 'Persian',
    write: (day) => {
      const d = inCalendar('persian', day);
      return `${d.year}/${d.month}/${d.day}`;
    },
  },
  ...[
    ['SAU', 'ar', 'islamic-umalqura'],
    ['IRN', 'fa', 'persian'],
    ['AFG', 'fa-AF', 'persian'],
    ['AFG', 'ps', 'persian'],
  ].map(([country, language, calendar]) => ({
    country: country!,
    name: `named months of the ${calendar} calendar in ${language}`,
    write: (iso: string) => {
      const { day, year } = inCalendar(calendar!, iso);
      return `${Number(day)} ${monthName(language!, iso, calendar)} ${year}`;
    },
  })),
  {
    country: 'TWN',
    name: 'Republic of China',
    write: (day) => {
      const d = inCalendar('roc', day);
      return `民國${d.year}年${Number(d.month)}月${Number(d.day)}日`;
    },
  },
  { country: 'JPN', name: 'Japanese eras', write: (day) => japanese(day) },
];

function japanese(day: string): string {
  const options = { era: 'long', year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat('ja-u-ca-japanese-nu-latn', options);
  const {
    era,
    year,
    month,
    day: date,
  } = Object.fromEntries(format.formatToParts(Date.parse(day)).map(({ type, value }) => [type, value]));
  return `${era}${year}年${month}月${date}日`;
}

/** Notations of more than 60 countries, and of five calendars. */
export const DATE_NOTATIONS: readonly DateNotation[] = [
  ...Object.entries(COUNTRIES).flatMap(([country, [language, ...patterns]]) =>
    patterns.map((pattern) => ({ country, name: pattern, write: (day: string) => written(pattern, language, day) })),
  ),
  ...calendars,
];
