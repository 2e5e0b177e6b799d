import { serveTasks } from '../analysis/serve.ts';
import { tasks } from './tasks.ts';

/** The process that runs one task on a list or table; see `runInProcess`. */
serveTasks(tasks);
