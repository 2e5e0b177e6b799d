// Which folder may import which: no import in a circle, and none against the layers of ARCHITECTURE.md. Type-only
// imports count, since a reader of a file opens what it names. `npm run lint` checks it.

const SERVER = '^packages/server/src/';

/**
 * What each folder of the server may import besides itself. A name stands for the folder and all below it. The order is
 * that of the layers: everything listed is further down, so the list has no circle.
 */
const base = ['base'];
const settings = [...base, 'config'];
const seams = [
  ...[
    'analysis',
    'crypto',
    'jobs',
    'locations',
    'mail',
    'media-files',
    'outgoing',
    'screening',
    'sms',
    'storage',
    'store',
    'tls',
  ],
  ...settings,
];
const domain = ['reports', 'sandbox', 'workflows'];
const core = ['core', ...domain, ...seams];
// Everything that answers a request asks the core, never a seam.
const answering = ['http', 'core', ...domain, 'exports', ...settings];

const allowed = {
  base: [],
  config: base,
  // Seams.
  crypto: settings,
  locations: settings,
  mail: settings,
  outgoing: settings,
  storage: settings,
  store: settings,
  tls: settings,
  jobs: ['store', ...settings],
  sms: ['outgoing', ...settings],
  'media-files': ['storage', ...settings],
  exports: ['media-files', ...settings],
  analysis: ['exports', 'media-files', ...settings],
  screening: ['analysis', ...settings],
  // What a report, the sandbox and a workflow are: tables and pure functions.
  reports: ['analysis', 'media-files', ...settings],
  sandbox: ['reports', ...settings],
  workflows: ['reports', ...settings],
  core: [...domain, ...seams],
  // What answers and what works.
  http: ['core', 'media-files', ...settings],
  'pages/hosted': answering,
  'pages/docs': ['pages/hosted', ...answering],
  'pages/form': ['pages/hosted', ...answering],
  'pages/dashboard': answering,
  'pages/sdk': ['pages/hosted', ...answering],
  'pages/workflow-link': ['pages/hosted', ...answering],
  'api/common': answering,
  'api/exports': ['api/common', ...answering],
  'api/capture': ['api/common', 'pages/hosted', ...answering],
  'api/v3': ['api/capture', 'api/common', 'api/exports', ...answering],
  'api/v2': ['api/v3', 'api/capture', 'api/common', 'api/exports', 'pages/hosted', ...answering],
  'api/v1': ['api/v2', 'api/common', ...answering],
  'api/operator': ['api/common', ...answering],
  'api/dashboard': ['api/operator', 'api/v3', 'api/capture', 'api/exports', 'api/common', ...answering],
  'api/sync': answering,
  workers: core,
};

/** Tests and what helps them. A helper is in a folder `testing`, or is a `testing.ts` beside what it helps. */
const TESTING = String.raw`(\.test\.ts$|/testing/|/testing\.ts$)`;
const ENTRIES = `${SERVER}(app\\.ts|app/|cli/|demo/)`;

const directions = Object.entries(allowed).map(([folder, others]) => ({
  name: `${folder.replace('/', '-')}-directions`,
  severity: 'error',
  comment: `${folder}/ may import ${others.length > 0 ? others.join(', ') : 'nothing else of the server'}`,
  from: { path: `${SERVER}${folder}/`, pathNot: TESTING },
  to: { path: SERVER, pathNot: `${SERVER}(${[folder, ...others].join('|')})/` },
}));

export default {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'A file must not import itself through others',
      from: {},
      to: { circular: true },
    },
    ...directions,
    {
      name: 'every-folder-has-a-direction',
      severity: 'error',
      comment: 'A new folder needs a line in the table of .dependency-cruiser.mjs',
      from: { path: SERVER, pathNot: [TESTING, ENTRIES, `${SERVER}(${Object.keys(allowed).join('|')})/`] },
      to: {},
    },
    {
      name: 'app-imports-no-command-line',
      severity: 'error',
      from: { path: `${SERVER}app\\.ts$` },
      to: { path: `${SERVER}(cli|demo)/` },
    },
    {
      name: 'cli-imports-no-demo',
      severity: 'error',
      from: { path: `${SERVER}cli/`, pathNot: TESTING },
      to: { path: [`${SERVER}demo/`] },
    },
    {
      name: 'no-testing-in-production',
      severity: 'error',
      comment: 'What runs must not import tests, nor what helps them',
      from: { path: '^packages/', pathNot: TESTING },
      to: { path: TESTING },
    },
    {
      name: 'core-testing-imports-no-route',
      severity: 'error',
      comment: 'Helpers of the core must serve without API and pages',
      from: {
        path: `${SERVER}(base|config|core|store|storage|jobs|crypto|outgoing|reports|sandbox|workflows)/.*testing`,
      },
      to: { path: `${SERVER}(api|pages)/` },
    },
    {
      name: 'verification-stands-alone',
      severity: 'error',
      comment: 'Analysers are pure: they import nothing of the service',
      from: { path: '^packages/verification/' },
      to: { path: '^(packages/(server|web-sdk)|bench|e2e|eval)/' },
    },
    {
      name: 'web-sdk-stands-alone',
      severity: 'error',
      comment: 'The browser SDK imports nothing of the service',
      from: { path: '^packages/web-sdk/', pathNot: TESTING },
      to: { path: '^(packages/(server|verification)|bench|e2e|eval)/' },
    },
    {
      name: 'dashboard-stands-alone',
      severity: 'error',
      comment: 'Pages of the dashboard know the service by its interface alone; their colours are those of all pages',
      from: { path: '^packages/dashboard/' },
      to: {
        path: '^(packages/(server|verification|web-sdk)|bench|e2e|eval)/',
        pathNot: '^packages/web-sdk/src/ui/tokens\\.ts$',
      },
    },
    {
      name: 'packages-import-no-workspace',
      severity: 'error',
      from: { path: '^packages/', pathNot: TESTING },
      to: { path: '^(bench|e2e|eval|scripts)/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json', '.md'],
      exportsFields: ['exports'],
      // Packages of the workspace as their sources, which need no build.
      conditionNames: ['bonafide-source', 'import', 'require', 'node', 'default'],
    },
  },
};
