import { nextTo } from '../addresses/label-values.ts';
import {
  type DateOptions,
  datesIn,
  type FoundDate,
  foldedDate,
  orderOf,
  orderOfCountry,
  withoutYear,
} from '../text/dates.ts';
import { folded, inOrder, type PageLine, type PageText } from '../text/page.ts';
import { anyOf } from '../text/patterns.ts';

export interface When {
  /** `YYYY-MM-DD`; null where the document doesn't say. */
  readonly issueDate: string | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
}

/** Papers that a date is the date of, folded. */
const PAPER =
  '(?:statement|bill(?:ing)?|invoice|letter|document|notice|printing|certificate|issue|closing|account|policy|rechnung|facture|factura|fattura|bolletta|factuur)';

/** Labels before the day of issue, folded; the surest first. */
const ISSUE_LABELS: readonly RegExp[] = [
  new RegExp(
    [
      `${PAPER}(?: issue)? date`,
      `dates? (?:of )?(?:this )?(?:issued?|${PAPER})`,
      'date (?:prepared|printed|produced|sent|written|mailed)',
      '(?:issued|prepared|printed|produced)(?: on)?',
      'dated|statement for|as at',
      "date (?:d'|de |du |de la )?(?:emission|edition|facturation|facture|releve|arrete|etablissement|delivrance|l'avis|la facture)",
      '(?:facture|releve|emise?|editee?|etablie?|delivree?|arrete(?: de compte)?) (?:le|du|au)',
      'fait a [^,]{2,30}, ?le',
      '(?:rechnungs|ausstellungs|auszugs|erstellungs|beleg|brief|bescheid|druck)-?datum|datum (?:der ausstellung|des bescheides?|der rechnung)',
      '(?:erstellt|ausgestellt|ausgefertigt|gedruckt) am|rechnung vom|bescheid vom|kontostand (?:am|vom)',
      'fecha (?:de )?(?:la )?(?:emision|factura|facturacion|expedicion|extracto|documento)(?: de la factura)?',
      '(?:emitid[oa]|expedid[oa])(?: el| en [^,]{2,30}, ?a)?',
      'data (?:di |della |de |da )?(?:emissione|fattura|bolletta|documento|rilascio|emissao|fatura)|emess[ao] il|rilasciato il',
      '(?:factuur|afschrift|nota|dag)(?:-)?datum|datum (?:afschrift|factuur|nota)|opgemaakt op',
      'fakturadato|fakturadatum|data wystawienia',
    ].join('|'),
  ),
  /(?:^|[ :])(?:date|datum|fecha|data|dato|data dokumentu)\s*[:.]?\s*$|^(?:le|on|for|den|il|a)\s*$|^(?:en )?\p{L}[\p{L} .'-]{1,30}, ?(?:le|den|a|li|il|the|on)?\s*$/u,
];

/** Rank of a day without a label. Every labelled day ranks before it. */
const ALONE = ISSUE_LABELS.length;

/** Separator between the two days of a period, folded. */
const TO =
  /^[\s.]*(?:to|-|–|—|until|through|thru|till|and|au|jusqu'au|et le|bis(?: zum)?|und|al|hasta(?: el)?|y|a|ate|fino al|tot(?: en met)?|t\/m|do|til|till)\s*$/;
const PERIOD =
  /period|from|between|cover|du |vom |von |desde|del |dal |van |de |zeitraum|periode|periodo|statement|service|charges/;
const FROM_LABEL =
  /^(?:(?:statement |billing |bill )?period )?(?:from|start(?:s|ing)?(?: date)?|begin(?:s|ning)?|du|von|vom|desde|dal|van)(?: date)?\s*:?\s*$/;
const TO_LABEL =
  /^(?:(?:statement |billing |bill )?period )?(?:to|end(?:s|ing)?(?: date)?|until|au|bis|hasta|al|tot(?: en met)?)(?: date)?\s*:?\s*$/;

/** Days that a day of issue may not be: they stand in such a context, folded. */
const OTHER = new RegExp(
  anyOf({
    en: [
      ...[/\bdue\b/, 'pay by', 'before', 'next', 'expir', 'birth', 'born', 'valid', 'until', 'delivered', 'previous'],
      ...['last', 'balance', 'as of', 'opened', 'since', 'start', 'effective', 'move'],
    ],
    fr: ['naissance', /\bnee? le/, 'echeance', 'limite', 'avant le', 'jusqu', 'prelev', 'effet'],
    de: ['fallig', 'zahlbar', 'geboren', 'einzug', 'beginn', 'gultig'],
    es: ['vencim', 'cargo', 'nacimiento', 'validez'],
    it: ['scadenza', 'nascita'],
    nl: ['verval', 'geboorte', 'ingang'],
  }),
);

/** Share of the first page's height that its head takes up. */
const HEAD = 0.4;

/**
 * Finds the day on which a document was issued and the period that it covers. Without a label, the only day in the head of the
 * first page is taken, else the end of the period.
 * @param country ISO 3166-1 alpha-3, for the order of ambiguous numbers where the document's other days prove none, and for the
 *   calendar
 */
export function whenOf(pages: readonly PageText[], country: string | null): When {
  const lines = pages.flatMap((page, number) => inOrder(page.lines).map((line) => ({ line, page, number })));
  const proven = orderOf(lines.map(({ line }) => foldedDate(line.text)).join('\n'));
  const options: DateOptions = { order: proven ?? orderOfCountry(country), country };
  let [periodStart, periodEnd] = [null as string | null, null as string | null];
  const issued: { day: string; rank: number }[] = [];
  for (const { line, page, number } of lines) {
    const text = foldedDate(line.text);
    const dates = datesIn(text, options);
    const [first] = dates;
    const period = periodIn(text, dates, options);
    if (period) {
      if (periodStart === null) [periodStart, periodEnd] = period;
      continue;
    }
    const rank = first ? rankOf(text.slice(0, first.at), text.slice(first.at + first.length)) : null;
    const inHead = number === 0 && line.box.top < HEAD * page.height;
    if (rank !== null && (rank === 0 || inHead || number > 0 || alone(text, first!.length)))
      issued.push({ day: first!.day, rank });
    else if (first && inHead && alone(text, first.length) && !OTHER.test(text) && !isValue(page.lines, line)) {
      issued.push({ day: first.day, rank: ALONE });
    }
    if (!first && text.length < 45) {
      const cell = labelRank(text);
      const day = cell === null ? null : dayOf(page.lines, line, options, cell > 0);
      if (day) issued.push({ day, rank: cell! });
      if (FROM_LABEL.test(text) && periodStart === null) periodStart = dayOf(page.lines, line, options, true);
      else if (TO_LABEL.test(text) && periodStart !== null) periodEnd ??= dayOf(page.lines, line, options, true);
    }
  }
  if (periodEnd === null) periodStart = null;
  // A day that only stands alone may be the first of the entries that the period sums up.
  const dated = issued.filter(({ rank }) => rank < ALONE || periodEnd === null).sort((a, b) => a.rank - b.rank);
  return { issueDate: dated[0]?.day ?? periodEnd, periodStart, periodEnd };
}

/** The first two days of a line with a word between them that makes a period of them; the first may lack its year. */
function periodIn(text: string, dates: readonly FoundDate[], { order }: DateOptions): [string, string] | null {
  const [first, second] = dates;
  if (first && second) {
    const between = text.slice(first.at + first.length, second.at);
    if (TO.test(between) && first.day <= second.day && (dates.length === 2 || PERIOD.test(text)))
      return [first.day, second.day];
  }
  if (!first) return null;
  const start = withoutYear(text.slice(0, first.at), first.day, order);
  return start && TO.test(start.after) ? [start.day, first.day] : null;
}

function rankOf(before: string, after: string): number | null {
  if (OTHER.test(before) || /^\s*(?:balance|payment)/.test(after)) return null;
  const at = ISSUE_LABELS.findIndex((label) => label.test(before));
  return at < 0 ? null : at;
}

/** The rank of a cell that holds nothing but a label of a day of issue. */
function labelRank(text: string): number | null {
  if (OTHER.test(text)) return null;
  if (ISSUE_LABELS[0]!.test(text)) return 0;
  return /^(?:date|datum|fecha|data|dato)\s*[:.]?$/.test(text) ? 1 : null;
}

/** The day right of a label or below it; below a heading of a column stand the days of entries. */
function dayOf(lines: readonly PageLine[], label: PageLine, options: DateOptions, unsure: boolean): string | null {
  const value = nextTo(lines, label);
  const text = foldedDate(value?.text ?? '');
  const [day] = datesIn(text, options);
  if (!value || !day || !alone(text, day.length)) return null;
  const below = value.box.top > label.box.top + label.box.height / 2;
  return unsure && below && hasRight(lines, label) ? null : day.day;
}

const hasRight = (lines: readonly PageLine[], { box }: PageLine) =>
  lines.some((line) => line.box.left > box.left + box.width && Math.abs(line.box.top - box.top) < box.height / 2);

/** A label that says something else stands left of a day or above it. */
function isValue(lines: readonly PageLine[], value: PageLine): boolean {
  return lines.some((line) => OTHER.test(folded(line.text)) && nextTo(lines, line) === value);
}

/** Hardly anything but the day stands in the line. */
const alone = (text: string, length: number) => text.length - length < 14;
