import { fileURLToPath } from 'node:url';
import { importTable } from '../cli/import-list.ts';
import type { Operator } from '../cli/operator.ts';
import { openDataProvider } from './data-provider.ts';

/** Name of the provider in `demo/sources.yaml`. */
const DEMO_PROVIDER = 'demo-provider';
const DEMO_SECRET = 'published-secret-of-the-demo-0000';

const TABLE = 'demo-roll';
const COUNTRY = 'SVN';

const roll = fileURLToPath(new URL('../../demo/invented-roll.csv', import.meta.url));

/** A person whom the provider knows, but not the table. */
const inProvider = { first_name: 'Cvetka', last_name: 'Presekar', date_of_birth: '1969-07-01', postcode: '1000' };

export interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly dob: string;
  /** Number of the house. */
  readonly house: string;
}

/** Steps of the story, each printing its work. */
interface DataSteps {
  readonly operator: Operator;
  step(title: string): void;
  say(text: string): void;
  /** The result of a live identity report on a new applicant, once its webhook has come. */
  identity(person: Person): Promise<string>;
}

/**
 * Shows reports from data: a table of invented people that the operator loads, an applicant who is not in it, and a provider, if
 * the server was started with the demo's provider. Removes the table at the end. Throws where a result is not what it must be.
 */
export async function runDataStory({ operator, step, say, identity }: DataSteps): Promise<void> {
  const expect = async (person: Person, expected: string) => {
    const result = await identity(person);
    if (result !== expected) throw new Error(`identity_enhanced is ${result}, but ${expected} was expected`);
  };
  const provider = await openConfigured(operator);
  try {
    step('Load an electoral roll of invented people. The service stores only keyed hashes, no names');
    const table = { name: TABLE, kind: 'electoral', country: COUNTRY };
    const { people } = await importTable(operator, { fields: table, file: roll });
    say(`${TABLE}: ${people} people`);

    step('Identity: the electoral roll lists the applicant at that address');
    await expect({ first_name: 'Ana', last_name: 'Kovinar', dob: '1980-02-03', house: '5' }, 'clear');

    step('Identity: no source knows the applicant');
    await expect({ first_name: 'Quentin', last_name: 'Belmonte', dob: '1991-12-24', house: '5' }, 'unidentified');

    if (!provider) {
      say('To try a provider over HTTP, start the server with --data-sources packages/server/demo/sources.yaml');
      return;
    }
    step('Identity: a provider over HTTP knows the next applicant');
    const { first_name, last_name, date_of_birth: dob } = inProvider;
    await expect({ first_name, last_name, dob, house: '9' }, 'clear');
    const question = provider.received.at(-1);
    say(`fields of the signed request: ${Object.keys(question?.subject ?? {}).join(', ')}`);
  } finally {
    await provider?.close();
    const { tables } = await operator.call('GET', '/sources');
    if (tables.some(({ name }: { name: string }) => name === TABLE)) await operator.call('DELETE', `/sources/${TABLE}`);
  }
}

/** Opens the provider of the demo where the server asks it. */
async function openConfigured(operator: Operator) {
  const { providers } = await operator.call('GET', '/sources');
  const configured = providers.find(({ name }: { name: string }) => name === DEMO_PROVIDER);
  if (!configured) return undefined;
  return openDataProvider({ secret: DEMO_SECRET, people: [inProvider], port: Number(new URL(configured.url).port) });
}
