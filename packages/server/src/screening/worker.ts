import { serveTasks } from '../analysis/serve.ts';
import { ListRefused, type RefusalFacts } from './list-refused.ts';
import type { ImportAnswer, ImportRequest } from './messages.ts';
import { stageList } from './stage.ts';
import { readTable } from './tables/read-table.ts';
import type { TableAnswer, TableRequest } from './tables/table-in-process.ts';

/** The process that reads one list or table; see `importInProcess`, `readTableInProcess`. */
serveTasks({
  import: ({ files, options, staging }: ImportRequest): Promise<ImportAnswer> =>
    orRefused(stageList(files, options, staging)),
  table: ({ file, options, staging }: TableRequest): Promise<TableAnswer> =>
    orRefused(readTable(file, options, staging)),
});

/** A refusal as data: its place would be lost among the errors of analysers. */
async function orRefused<T>(reading: Promise<T>): Promise<{ summary: T } | { refused: RefusalFacts }> {
  try {
    return { summary: await reading };
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error;
    return { refused: error.facts };
  }
}
