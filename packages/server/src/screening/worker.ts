import { serveTasks } from '../analysis/serve.ts';
import { ListRefused } from './list-refused.ts';
import type { ImportAnswer, ImportRequest } from './messages.ts';
import { stageList } from './stage.ts';

/** The process that reads one list; see `importInProcess`. */
serveTasks({
  async import({ files, options, staging }: ImportRequest): Promise<ImportAnswer> {
    try {
      return { summary: await stageList(files, options, staging) };
    } catch (error) {
      // As data: its place would be lost among the errors of analysers.
      if (!(error instanceof ListRefused)) throw error;
      return { refused: error.facts };
    }
  },
});
