import { readFile, stat } from 'node:fs/promises';
import { Command } from 'commander';
import { LOGO_BYTES } from '../../accounts/logo.ts';
import { NullableString } from '../../base/json-schema.ts';
import { type AccountSettings, accountSettings, defaultSettings } from '../../context/account-settings.ts';
import { CommandFailed, type Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';

const settingNames = Object.keys(defaultSettings) as (keyof AccountSettings)[];

/** `deletion_delay_days=5` and the like, as the operator interface takes them. Throws for names that don't exist. */
function parseSettings(pairs: readonly string[], more: readonly string[] = []): Record<string, unknown> {
  const names = [...more, ...settingNames];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, ...rest] = pair.split('=') as [string, ...string[]];
      if (rest.length === 0) throw new CommandFailed(`"${pair}" has no value. Write ${pair}=VALUE`);
      if (!names.includes(name))
        throw new CommandFailed(`There is no setting "${name}". Settings: ${names.join(', ')}`);
      return [name, parseValue(name, rest.join('='))];
    }),
  );
}

/** Settings that are text: `display_name=42` is a name. */
const texts: ReadonlySet<string> = new Set(
  Object.entries(accountSettings).flatMap(([name, { schema }]) => (schema === NullableString ? [name] : [])),
);

function parseValue(name: string, text: string): unknown {
  // Nothing after the equals sign, or null, removes a text.
  if (texts.has(name)) return text === '' || text === 'null' ? null : text;
  if (Array.isArray(defaultSettings[name as keyof AccountSettings])) return text.split(',').filter(Boolean);
  if (!settingNames.includes(name as keyof AccountSettings)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The bytes of a logo. A larger file than the service accepts is not read. */
async function readLogoFile(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > LOGO_BYTES)
      throw new CommandFailed(`${path} is too large. A logo may have at most ${LOGO_BYTES / 1024} KB`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw new CommandFailed(`The file ${path} can't be read: ${(error as Error).message}`);
  }
}

/** An account with a line for each fact; of its logo the address. */
const accountFacts = (answer: { logo: { url: string } | null }): string =>
  facts({ ...answer, logo: answer.logo?.url ?? null });

type Figures = Readonly<Record<string, { readonly right: number; readonly of: number }>>;

interface ThresholdChange extends Readonly<Record<string, unknown>> {
  readonly before: number;
  readonly after: number;
  readonly by: { readonly kind: string; readonly id: string } | null;
  readonly figures: { readonly before: Figures; readonly after: Figures };
}

const CHANGE_COLUMNS = ['at', 'setting', 'change', 'listed_found', 'invented_hit', 'by', 'note'];

/** A change in one line: people found by altered name, and invented people hit by name, at both values. */
function changeRow({ before, after, by, figures, ...change }: ThresholdChange): Record<string, unknown> {
  const at = (name: string) =>
    [figures.before, figures.after].map((one) => `${one[name]?.right} of ${one[name]?.of}`).join(' → ');
  return {
    ...change,
    change: `${before} → ${after}`,
    by: by && `${by.kind} ${by.id}`,
    listed_found: at('listed_by_altered_name'),
    invented_hit: at('invented_by_name'),
  };
}

/** `bonafide account`: accounts and their settings. */
export function accountCommand(io: Io): Command {
  const account = new Command('account').description('accounts and their settings');
  const settingsHelp = `\nSettings: ${settingNames.join(', ')}`;

  forOperator(account.command('list').description('list the accounts')).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/accounts'),
      ({ accounts }) => table(['id', 'name', 'created_at', 'enabled'], accounts),
    ),
  );

  forOperator(account.command('create').description('create an account'))
    .argument('<name>')
    .argument('[setting=value...]')
    .option('--note <text>', 'reason; required if screening_hit or screening_match differs from the default')
    .addHelpText('after', settingsHelp)
    .action((name: string, pairs: string[], { note, ...flags }: OperatorFlags & { note?: string }) =>
      withOperator(
        flags,
        io,
        (operator) => {
          const given = { ...parseSettings(pairs), ...(note !== undefined && { note }) };
          return operator.call('POST', '/accounts', { name, ...given });
        },
        accountFacts,
      ),
    );

  forOperator(account.command('show').description('show an account with its settings'))
    .argument('[account]', 'id or name; default: the only account')
    .action((named: string | undefined, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('GET', `/accounts/${await operator.account(named)}`),
        accountFacts,
      ),
    );

  forOperator(account.command('set').description('change settings or the name'))
    .argument('<account>', 'id or name')
    .argument('<setting=value...>')
    .option('--note <text>', 'reason; required if screening_hit or screening_match changes')
    .addHelpText('after', settingsHelp)
    .action((named: string, pairs: string[], { note, ...flags }: OperatorFlags & { note?: string }) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const change = { ...parseSettings(pairs, ['name']), ...(note !== undefined && { note }) };
          return operator.call('PATCH', `/accounts/${await operator.account(named)}`, change);
        },
        accountFacts,
      ),
    );

  forOperator(account.command('thresholds').description('list who changed screening_hit and screening_match, and why'))
    .argument('<account>', 'id or name')
    .action((named: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('GET', `/accounts/${await operator.account(named)}/threshold_changes`),
        ({ threshold_changes }: { threshold_changes: ThresholdChange[] }) =>
          table(CHANGE_COLUMNS, threshold_changes.map(changeRow)),
      ),
    );

  addLogoCommands(account, io);

  forOperator(
    account.command('rotate-key').description('encrypt new data with a new key, which is in use within a minute'),
  )
    .argument('<account>', 'id or name')
    .action((named: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('POST', `/accounts/${await operator.account(named)}/rotate_key`),
        facts,
      ),
    );
  return account;
}

function addLogoCommands(account: Command, io: Io): void {
  forOperator(account.command('set-logo').description('set the logo of the pages and documents of an account'))
    .argument('<account>', 'id or name')
    .argument('<file>', 'PNG, JPEG or WebP, at most 256 KB')
    .action((named: string, path: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const file = await readLogoFile(path);
          return operator.upload('PUT', `/accounts/${await operator.account(named)}/logo`, file);
        },
        accountFacts,
      ),
    );

  forOperator(account.command('remove-logo').description('remove the logo'))
    .argument('<account>', 'id or name')
    .action((named: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('DELETE', `/accounts/${await operator.account(named)}/logo`),
        accountFacts,
      ),
    );
}
