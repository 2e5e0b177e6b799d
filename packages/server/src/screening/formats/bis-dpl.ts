import { createHash } from 'node:crypto';
import type { ListedCategory } from '@bonafide/verification';
import { isoDay, slashDay } from '../fields/births.ts';
import type { Draft } from '../fields/record.ts';
import { clean, known } from '../fields/text.ts';
import { rowsOf } from '../input/csv.ts';
import type { Place } from '../list-refused.ts';
import { firstRow, type ListFormat, mainOf } from './format.ts';
import { type Cell, type Headed, headed } from './headed.ts';

const REQUIRED = ['Name', 'Street_Address', 'Effective_Date', 'Expiration_Date'];

const KNOWN: ReadonlySet<string> = new Set([
  ...['City', 'State', 'Country', 'Postal_Code', 'Standard_Order', 'Last_Update', 'Action', 'FR_Citation'],
]);

/** The denied persons list of the US Bureau of Industry and Security: people and firms, without a word which of them. */
export const bisDpl: ListFormat = {
  name: 'bis-dpl',
  category: 'warning',

  recognise: (head) => (REQUIRED.every((name) => firstRow(head, '\t').includes(name)) ? 'main' : undefined),

  async read(parts, intake, options) {
    const source = mainOf(parts);
    let columns: Headed | undefined;
    const rows: Order[] = [];
    for await (const row of rowsOf(source, intake, { delimiter: '\t', encoding: options.encoding ?? 'utf-8' })) {
      const place = { file: source.name, line: row.line };
      if (columns) rows.push({ cell: columns.cellsOf(row), unknown: columns.unknownIn(row), place });
      else columns = headed(row, { required: REQUIRED, known: KNOWN }, intake, place);
    }
    // Never a day of the rows: one of the published ones is of the year 3017, by which every order had ended.
    const day = options.published ?? options.today;
    if (!day)
      intake.warn('expired orders are included because neither the date of publication nor the current date is known');
    const orders = new Map<string, Order[]>();
    for (const order of rows) {
      const expires = slashDay(order.cell('Expiration_Date'), 'month first');
      if (expires && day && expires < day) intake.skip('orders that have expired');
      else {
        const key = keyOf(order);
        orders.set(key, [...(orders.get(key) ?? []), order]);
      }
    }
    for (const [id, same] of orders) await intake.take(draftOf(id, same, options.category), same[0]!.place);
  },
};

interface Order {
  readonly cell: Cell;
  readonly unknown: readonly string[];
  readonly place: Place;
}

/** The publisher gives no identifier. */
function keyOf({ cell }: Order): string {
  const key = ['Name', 'Street_Address', 'Effective_Date'].map((column) => clean(cell(column))).join('\n');
  return createHash('sha256').update(key).digest('hex');
}

/** An order is there again where it was published again. */
function draftOf(sourceId: string, orders: readonly Order[], category: ListedCategory = 'warning'): Draft {
  const all = (column: string) => orders.map(({ cell }) => cell(column));
  return {
    sourceId,
    kind: 'unknown',
    categories: [category],
    names: [{ full: all('Name')[0]!, type: 'primary', quality: 'strong' }],
    addresses: orders.map(({ cell }) => ({
      line: cell('Street_Address'),
      town: cell('City'),
      state: cell('State'),
      postcode: cell('Postal_Code'),
      country: known(cell('Country')),
    })),
    programmes: [...all('Action'), ...all('FR_Citation')],
    sources: [{ name: 'US Bureau of Industry and Security, Denied Persons List' }],
    listedAt: slashDay(all('Effective_Date')[0], 'month first'),
    updatedAt: all('Last_Update')
      .flatMap((day) => isoDay(day) ?? [])
      .sort()
      .at(-1),
    remarks: orders.flatMap(({ unknown }) => unknown),
  };
}
