import { migrations } from './migrations/index.ts';

/** First word of the name under which PostgreSQL lists a connection of the service. */
export const APPLICATION = 'bonafide';

/** Name of the connections of this release: the word, and its newest migration. */
export const applicationName = `${APPLICATION} ${Object.keys(migrations).sort().at(-1)}`;
