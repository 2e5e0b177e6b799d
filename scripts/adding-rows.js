// Minimal edits for rows of "Adding things" in CONTRIBUTING.md, which `adding.test.js` performs on a scratch copy.
const SERVER = 'packages/server/src/';
const SDK = 'packages/web-sdk/src/';
const DASHBOARD = 'packages/dashboard/src/';

/**
 * Edits of each row, by the row's first cell. `create` has new files by path. `insert` has `[path, anchor, text]`: the text is
 * inserted after the first place of the anchor.
 */
export const rows = {
  'an error': {
    insert: [
      [
        `${SERVER}base/errors.ts`,
        'export const errorCatalogue = {',
        "\n  out_of_tea: { status: 418, message: 'No tea is left', when: 'Never.' },",
      ],
    ],
  },
  'a report type': {
    create: {
      [`${SERVER}reports/tea.ts`]: `import type { BreakdownTree } from './outcome.ts';
import type { ReportType } from './types.ts';

const tree = { leaves: ['green'] } as const satisfies BreakdownTree;

export const tea: ReportType<'tea'> = { name: 'tea', family: 'other', uses: {}, needs: [], tree };
`,
      [`${SERVER}reports/sandbox/answers/tea.ts`]: `import { flag } from '../../breakdown.ts';
import type { SandboxAnswer } from '../answer.ts';

export const teaAnswer: SandboxAnswer = {
  clear: () => ({ breakdown: { leaves: { result: 'clear' } }, properties: {} }),
  consider: () => flag('leaves', { green: null }),
};
`,
    },
    insert: [
      [
        `${SERVER}reports/index.ts`,
        "import type { Version } from '../base/versions.ts';",
        "\nimport { tea } from './tea.ts';",
      ],
      [`${SERVER}reports/index.ts`, 'const current = [', '\n  tea,'],
      [
        `${SERVER}reports/sandbox/answers/index.ts`,
        "import type { ReportName } from '../../index.ts';",
        "\nimport { teaAnswer } from './tea.ts';",
      ],
      [
        `${SERVER}reports/sandbox/answers/index.ts`,
        'Readonly<Record<ReportName, SandboxAnswer>> = {',
        '\n  tea: teaAnswer,',
      ],
    ],
  },
  'a CLI command': {
    create: {
      [`${SERVER}cli/commands/tea.ts`]: `import { Command } from 'commander';
import type { Io } from '../io.ts';

/** \`bonafide tea\`: prints a word. */
export function teaCommand(io: Io): Command {
  return new Command('tea').action(() => io.out('tea'));
}
`,
    },
    insert: [
      [
        `${SERVER}cli/program.ts`,
        "import { Command } from 'commander';",
        "\nimport { teaCommand } from './commands/tea.ts';",
      ],
      [`${SERVER}cli/program.ts`, 'const commands = [', '\n    teaCommand,'],
    ],
  },
  'an account setting': {
    insert: [
      [
        `${SERVER}context/account-settings.ts`,
        'export const accountSettings = {',
        "\n  tea: setting(Type.Boolean(), true, 'whether tea is served'),",
      ],
      [`${DASHBOARD}words.ts`, '    fields: {', "\n      tea: { label: 'Tea', hint: 'Serves tea.' },"],
    ],
  },
  'a setting of the service': {
    insert: [
      [
        `${SERVER}config/settings.ts`,
        'export const settingsTable = {',
        "\n  tea: text('tea', 'BONAFIDE_TEA', 'green', 'tea to serve'),",
      ],
    ],
  },
  'a migration': {
    create: {
      [`${SERVER}store/migrations/9999-tea.ts`]: `import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Forgets the tea. */
export const tea: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("delete from meta where name = 'tea'").execute(db);
  },
};
`,
    },
    insert: [
      [
        `${SERVER}store/migrations/index.ts`,
        "import { mainJob } from './0001-main-job.ts';",
        "\nimport { tea } from './9999-tea.ts';",
      ],
      [`${SERVER}store/migrations/index.ts`, "'0001-main-job': mainJob,", "\n  '9999-tea': tea,"],
    ],
  },
  'a workflow step': {
    create: {
      [`${SERVER}workflows/steps/tea.ts`]: `import { createTask } from '../runs/tasks.ts';
import type { TeaStep } from '../workflow.ts';
import { OF_THE_SERVICE, type StepKind } from './kind.ts';

/** Serves tea. */
export const tea: StepKind<TeaStep> = {
  keys: [],
  parse: (head) => head,
  hint: () => 'tea',
  begin: async (ctx, tx, run, { place }) => ({ run, task: await createTask(ctx, tx, run, { ...place, input: {} }) }),
  completion: OF_THE_SERVICE,
};
`,
    },
    insert: [
      [
        `${SERVER}workflows/workflow.ts`,
        '/** A step that has a task of its own on the wire. */',
        "\nexport interface TeaStep extends BaseStep {\n  readonly task: 'tea';\n}\n",
      ],
      [`${SERVER}workflows/workflow.ts`, 'export type TaskStep =', '\n  | TeaStep'],
      [`${SERVER}workflows/steps/index.ts`, "import { wait } from './wait.ts';", "\nimport { tea } from './tea.ts';"],
      [`${SERVER}workflows/steps/index.ts`, 'StepKind<StepOf<Kind>> } = {', '\n  tea,'],
    ],
  },
  'a kind of data source': {
    insert: [
      [`${SERVER}reports/live/lookup.ts`, 'export const sourceKinds = [', "\n  'tea',"],
      [
        `${SERVER}reports/live/source-answers.ts`,
        'Readonly<Record<SourceKind, string>> = {',
        "\n  tea: 'a tea house',",
      ],
      [`${SERVER}sources/subject.ts`, 'Readonly<Record<SourceKind, readonly Field[]>> = {', "\n  tea: ['first_name'],"],
    ],
  },
  'a list format': {
    create: {
      [`${SERVER}screening/formats/tea.ts`]: `import type { ListFormat } from './format.ts';

/** A list of teas. */
export const tea: ListFormat = { name: 'tea', recognise: () => undefined, read: async () => {} };
`,
    },
    insert: [
      [`${SERVER}screening/options.ts`, 'export const formatNames = [', "\n  'tea',"],
      [
        `${SERVER}screening/formats/index.ts`,
        "import type { FormatName } from '../options.ts';",
        "\nimport { tea } from './tea.ts';",
      ],
      [`${SERVER}screening/formats/index.ts`, 'export const formats: readonly ListFormat[] = [', '\n  tea,'],
    ],
  },
  'a dashboard page': {
    create: {
      [`${DASHBOARD}tea.tsx`]: `import { Title } from './page-layout.tsx';
import { words } from './words.ts';

/** A page about tea. */
export default function Tea() {
  return <Title text={words.tea.title} />;
}
`,
    },
    insert: [
      [
        `${DASHBOARD}pages.ts`,
        'export const pages = define({',
        `
  '/tea': {
    load: (): Loaded => import('./tea.tsx'),
    navigation: { group: 'rules', title: 'tea', icon: 'M3 5h14', needs: ['states.see'], key: 't' },
  },`,
      ],
      [`${DASHBOARD}words.ts`, 'export const words = {', "\n  tea: { title: 'Tea' },"],
    ],
  },
  'a capture screen': {
    create: {
      [`${SDK}screens/tea.ts`]: `import type { ScreenView } from '../kit.ts';
import { passkey } from './passkey.ts';

/** Offers tea. */
export const tea: ScreenView = (kit) => passkey(kit);
`,
    },
    insert: [
      [`${SDK}names.ts`, 'export type ScreenName =', "\n  | 'tea'"],
      [`${SDK}flow/machine.ts`, 'const table: Readonly<Record<Screen, Row>> = {', '\n  tea: { continue: onwards },'],
      [`${SDK}screens/index.ts`, "import { signature } from './signature.ts';", "\nimport { tea } from './tea.ts';"],
      [`${SDK}screens/index.ts`, 'Readonly<Record<Screen, ScreenView>> = {', '\n  tea,'],
    ],
  },
  'a language': {
    create: {
      'packages/server/languages/lb.json': `{
  "pages": { "ends": { "unknown": { "title": "Formulaire net fonnt" } } },
  "mails": { "form": { "subject": "{company} freet Iech no Ärer Identitéit" } }
}
`,
      [`${SDK}language/words/lb.json`]: '{ "welcome": { "next_button": "Ufänken" } }\n',
    },
    insert: [[`${SERVER}words/ids.ts`, 'export const languageIds = [', "\n  'lb',"]],
  },
};
