import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedRecord } from '@bonafide/verification';
import type { Subject } from './measurement.ts';
import { measureAltered, measureInvented } from './screening/altered.ts';
import { recordsOf, rowsOf } from './screening/lists.ts';
import { measurePairs } from './screening/pairs.ts';
import { measurePartialNames } from './screening/partial-names.ts';
import { measurePeople } from './screening/people.ts';
import { measureRomanised } from './screening/romanised.ts';

/**
 * Listed people found, and invented people hit, at the thresholds of a new account. The lists are old editions, so
 * their figures compare matchers and thresholds; they promise nothing of the lists of today.
 */
export const screening: Subject = {
  name: 'screening',
  async measure(data, { split }) {
    const folder = join(data, 'watchlists');
    if (!existsSync(folder)) return [];
    const ofac = ['ofac_sdn.csv', 'ofac_alt.csv', 'ofac_add.csv', 'ofac_sdn_comments.csv'];
    const lists = {
      un: await recordsOf(folder, ['un_consolidated.xml']),
      ofac: await recordsOf(folder, ofac),
      congress: await congressOf(folder),
    };
    const both = [...lists.un, ...lists.ofac];
    return [
      ...measurePeople(folder, lists),
      ...measureAltered(both, split === 'tune' ? 'tune' : 'held'),
      ...measureInvented(both),
      ...measurePartialNames(lists.ofac),
      ...measureRomanised(lists.un),
      ...measurePairs(folder),
    ];
  },
};

/** The members of Congress as a list of an operator: theirs has no identifiers, which a list must have. */
async function congressOf(folder: string): Promise<ListedRecord[]> {
  const place = mkdtempSync(join(tmpdir(), 'congress-'));
  try {
    const rows = rowsOf(folder, 'pep_us_congress.csv').map(({ full_name, date_of_birth }, i) =>
      [i + 1, `"${full_name!.replaceAll('"', '""')}"`, date_of_birth].join(','),
    );
    writeFileSync(join(place, 'congress.csv'), `id,name,date_of_birth\n${rows.join('\n')}\n`);
    return await recordsOf(place, ['congress.csv'], { format: 'csv', category: 'pep' });
  } finally {
    rmSync(place, { recursive: true });
  }
}
