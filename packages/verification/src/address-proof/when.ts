import { folded, inOrder, type PageText } from '../text/page.ts';
import { nextTo } from './block.ts';
import { datesIn, type Order, orderOf } from './dates.ts';

export interface When {
  /** `YYYY-MM-DD`; null where the document doesn't say. */
  readonly issueDate: string | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
}

/** What stands before the day of issue, folded; the surest first. */
const ISSUE_LABELS: readonly RegExp[] = [
  /(?:statement|bill|issue|issued|letter|document|closing|notice|printing) date|date of (?:issue|statement|bill|this (?:bill|letter|statement))|date (?:d'emission|d'edition|de facturation|de facture|du releve)|rechnungsdatum|ausstellungsdatum|auszugsdatum|datum der ausstellung|fecha de (?:emision|factura|expedicion)|data (?:di emissione|fattura|de emissao)|factuurdatum|issued on|dated|statement for|as at|datum:/,
  /(?:^|\b)(?:fait a .*,? le|le|date|datum|fecha|data|on)\s*[:.]?\s*$|^for\s*$/,
];

/** Rank of a day without a label, after those of all labels. */
const ALONE = ISSUE_LABELS.length;

/** Between the two days of a period, folded. */
const TO = /^\s*(?:to|-|–|—|until|through|thru|till|au|bis|al|a|ate|tot|do)\s*$/;
const PERIOD = /period|from|between|du |vom |desde|del |dal |de |zeitraum|periode|periodo|statement/;

/** Days that a day of issue may not be: they stand in such a context, folded. */
const OTHER =
  /due|pay by|before|next|expir|birth|valid|until|delivered|previous|last|balance|as of|opened|since|naissance|echeance|fallig|vencim|scadenza/;

/** Share of the first page's height that its head takes up. */
const HEAD = 0.35;

/**
 * When a document was issued and which days it sums up. Without a label, the day that stands alone in the head of the
 * first page is taken, and without that the end of the period.
 *
 * @param fallback order of ambiguous numbers where the document's other days prove none
 */
export function whenOf(pages: readonly PageText[], fallback: Order): When {
  const lines = pages.flatMap((page, number) => inOrder(page.lines).map((line) => ({ line, page, number })));
  const order = orderOf(lines.map(({ line }) => folded(line.text)).join('\n')) ?? fallback;
  let [periodStart, periodEnd] = [null as string | null, null as string | null];
  const issued: { day: string; rank: number }[] = [];
  for (const { line, page, number } of lines) {
    const text = folded(line.text);
    const dates = datesIn(text, order);
    const [first, second] = dates;
    if (first && second && periodStart === null) {
      const between = text.slice(first.at + first.length, second.at);
      const is = TO.test(between) && first.day <= second.day && (dates.length === 2 || PERIOD.test(text));
      if (is) [periodStart, periodEnd] = [first.day, second.day];
      if (is) continue;
    }
    const rank = first ? rankOf(text.slice(0, first.at), text.slice(first.at + first.length)) : null;
    if (rank !== null) issued.push({ day: first!.day, rank });
    else if (
      first &&
      number === 0 &&
      line.box.top < HEAD * page.height &&
      alone(text, first.length) &&
      !OTHER.test(text)
    ) {
      issued.push({ day: first.day, rank: ALONE });
    }
    if (!first && ISSUE_LABELS[0]!.test(text) && text.length < 30) {
      const [next] = datesIn(folded(nextTo(page.lines, line) ?? ''), order);
      if (next) issued.push({ day: next.day, rank: 0 });
    }
  }
  // A day that only stands alone may be the first of the entries that the period sums up.
  const told = issued.filter(({ rank }) => rank < ALONE || periodEnd === null).sort((a, b) => a.rank - b.rank);
  return { issueDate: told[0]?.day ?? periodEnd, periodStart, periodEnd };
}

function rankOf(before: string, after: string): number | null {
  if (OTHER.test(before) || /^\s*(?:balance|payment)/.test(after)) return null;
  const at = ISSUE_LABELS.findIndex((label) => label.test(before));
  return at < 0 ? null : at;
}

/** Hardly anything but the day stands in the line. */
const alone = (text: string, length: number) => text.length - length < 14;
