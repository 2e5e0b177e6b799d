// Which folder may import which: no import in a circle, and none against the layers of ARCHITECTURE.md. Type-only
// imports count, since a reader of a file opens what it names. `npm run lint` checks it.

const SERVER = '^packages/server/src/';

/** Facades of files, stores, programs and other services. They know nothing of applicants and checks. */
const settings = ['base', 'config', 'metrics', 'tracing'];
const seams = {
  base: [],
  config: ['base'],
  metrics: [],
  tracing: [],
  crypto: settings,
  locations: settings,
  outgoing: settings,
  redis: ['crypto', ...settings],
  storage: settings,
  store: settings,
  tls: settings,
  jobs: ['store', ...settings],
  'media-files': ['storage', ...settings],
  exports: ['media-files', ...settings],
  analysis: ['exports', 'media-files', ...settings],
};

/** The areas of the domain, from the lowest to the highest: each may import the seams and the areas before it. */
export const areas = [
  'words',
  'context',
  'input-rules',
  'audit',
  'idempotency',
  'applicants',
  'reports',
  'messages',
  'members',
  'updates',
  'webhooks',
  'media',
  'screening',
  'accounts',
  'request-log',
  'sources',
  'checks',
  'monitors',
  'signatures',
  'workflows',
  'imports',
  'review',
  'insights',
  'keys',
  'backup',
  'health',
];

// Everything that answers a request asks the areas, never a seam.
const answering = ['http', ...areas, 'exports', ...settings];

/** Folders that each folder of the server may import besides itself. A name stands for the folder and all below it. */
const allowed = {
  ...seams,
  ...Object.fromEntries(areas.map((area, index) => [area, [...areas.slice(0, index), ...Object.keys(seams)]])),
  workers: [...areas, ...Object.keys(seams)],
  http: [...areas, 'media-files', 'redis', ...settings],
  'pages/hosted': answering,
  'pages/docs': ['pages/hosted', ...answering],
  'pages/form': ['pages/hosted', ...answering],
  'pages/information-request': ['pages/hosted', ...answering],
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
  'api/sync': ['redis', 'pages/hosted', ...answering],
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
      name: 'area-testing-imports-no-route',
      severity: 'error',
      comment: 'Test helpers of areas and seams must serve without API and pages',
      from: { path: `${SERVER}(${[...areas, ...Object.keys(seams)].join('|')})/.*testing` },
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
      name: 'chip-reader-stands-alone',
      severity: 'error',
      comment: 'The reader of chips imports nothing of the service',
      from: { path: '^packages/chip-reader/' },
      to: { path: '^(packages/(server|verification|web-sdk)|bench|e2e|eval)/' },
    },
    {
      name: 'conformance-stands-alone',
      severity: 'error',
      comment: 'The contract is tested from outside: the runner imports nothing of the service',
      from: { path: '^packages/conformance/' },
      to: { path: '^(packages/(server|verification|web-sdk)|bench|e2e|eval)/' },
    },
    {
      name: 'web-sdk-stands-alone',
      severity: 'error',
      comment: 'The browser SDK imports nothing of the service but the limits by which its measures judge pictures',
      from: { path: '^packages/web-sdk/', pathNot: TESTING },
      to: {
        path: '^(packages/(server|verification)|bench|e2e|eval)/',
        pathNot: '^packages/verification/src/image/capture-limits\\.ts$',
      },
    },
    {
      name: 'dashboard-stands-alone',
      severity: 'error',
      comment:
        'Pages of the dashboard know the service by its interface alone; they share the colours and countries of all pages, and how CSV is written',
      from: { path: '^packages/dashboard/' },
      to: {
        path: '^(packages/(server|verification|web-sdk)|bench|e2e|eval)/',
        pathNot: '^packages/(web-sdk/src/(ui/tokens|countries)|server/src/base/csv)\\.ts$',
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
