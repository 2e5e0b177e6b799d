import { applicantCommands } from './applicants.ts';
import { checkCommands } from './checks.ts';
import { formCommands } from './forms.ts';
import { mediaCommands } from './media.ts';
import { operatorCommands } from './operator.ts';
import { readingCommands } from './reading.ts';
import { reportCommands } from './reports.ts';
import { timeCommands } from './time.ts';
import { webhookCommands } from './webhooks.ts';

/** All that may happen; what is here twice happens twice as often. */
export const commands = [
  ...applicantCommands,
  ...mediaCommands,
  ...checkCommands,
  ...reportCommands,
  ...formCommands,
  ...operatorCommands,
  ...webhookCommands,
  ...timeCommands,
  ...readingCommands,
];
