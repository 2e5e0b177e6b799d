import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { marked, type Tokens } from 'marked';
import type { StoreChoice } from './arguments.ts';
import { benchScript } from './service.ts';

const COLUMN = 'of bare';

/**
 * The ratios to the bare framework that `docs/operations/benchmarks.md` has of a store, by the name of their line: in the tables whose first column is
 * named after the store.
 */
export function documentedRatios(store: StoreChoice, markdown = readDocument()): ReadonlyMap<string, number> {
  const name = store.name === 'embedded' ? 'embedded store' : store.name;
  const tables = marked.lexer(markdown).filter((token): token is Tokens.Table => token.type === 'table');
  const ratios = new Map<string, number>();
  for (const { header, rows } of tables) {
    const column = header.findIndex(({ text }) => text === COLUMN);
    if (header[0]?.text !== name || column === -1) continue;
    for (const row of rows) {
      const ratio = Number.parseFloat(row[column]?.text ?? '');
      if (!Number.isNaN(ratio)) ratios.set(row[0]?.text ?? '', ratio);
    }
  }
  return ratios;
}

const readDocument = (): string => readFileSync(resolve(benchScript, '../../../docs/operations/benchmarks.md'), 'utf8');
