import { serveTasks } from './serve.ts';
import { tasks } from './tasks.ts';

/** The process that runs analysers; see `openAnalyser`. */
serveTasks(tasks);
