import { defineConfig } from 'vitest/config';
import { binaryFiles } from './scripts/binary-files.js';
import { builtModules } from './scripts/built-modules.js';

/** Tests that open Chromium: `npm run test:browser`. */
const browser = ['e2e/src/{dashboard,examples,form,pages,published-sdk,web-sdk}/**/*.test.ts'];

/** Analysers on many pictures and films, and the service as a process of its own: `npm run test:live`. */
const live = ['**/*.live.test.{ts,js}', 'e2e/src/{attacks,live}/**/*.test.ts'];

/** Published API clients, which are installed before these tests: part of `npm test`. */
const clients = ['e2e/src/clients/**/*.test.ts'];

/** All the rest: `npm test`. */
const all = ['scripts/*.test.js', 'packages/*/src/**/*.test.ts', 'e2e/src/**/*.test.ts', 'eval/src/**/*.test.ts'];

/** Tests of the service that query a store: `npm run test:store`, for a second run with `DATABASE_URL`. */
const store = ['packages/server/src/**/*.test.ts'];
const storeless = [
  'packages/server/src/{analysis,base,cli,crypto,demo,exports,input-rules,media,media-files,outgoing,signatures,storage,tls}/**',
  'packages/server/src/{reports,workflows}/*.test.ts',
  'packages/server/src/reports/{live,sandbox}/**',
  'packages/server/src/screening/!(watchlists)/**',
  'packages/server/src/screening/*.test.ts',
  'packages/server/src/messages/{mail-transport,sms-provider}/**',
  'packages/server/src/http/**',
  'packages/server/src/pages/{docs,form,hosted,sdk}/**',
  'packages/server/src/applicants/addresses/**',
  '**/{errors,stalls}.test.ts',
  // Functions that query no store.
  'packages/server/src/checks/{requirements,forms/mail,reports/compromised-file}.test.ts',
  'packages/server/src/{context/events,context/principal,metrics/metrics}.test.ts',
  'packages/server/src/request-log/batch.test.ts',
  'packages/server/src/reports/records/suppression-basis.test.ts',
  'packages/server/src/review/dual-control/{decision-content,settle,states}.test.ts',
  'packages/server/src/screening/watchlists/{sets,upload-room}.test.ts',
  'packages/server/src/sources/parse.test.ts',
  'packages/server/src/store/{clock,group-commit,lock-order,merged-inserts}.test.ts',
  'packages/server/src/webhooks/{payload,signature,url}.test.ts',
  'packages/server/src/workflows/{runs/retry-reasons,runs/tasks,signatures/codes}.test.ts',
  '**/api/v3/report-versions.test.ts',
  // Formats of publishers, shapes of versions, refusals, pages and what is analysed: the same statements as other tests, which run
  // on both stores.
  '**/api/{common,sync}/**',
  '**/api/{new-version,pages,wire}.test.ts',
  '**/api/capture/{binary-media,bounds,branding,browsers,camera,capture,frames,other-calls,sdk-validations,snapshots}.test.ts',
  '**/api/operator/crops.test.ts',
  '**/api/v2/!(sdk-token-and-addresses).test.ts',
  '**/api/v3/{addresses,applicant-rules,dialect-uploads,dialects,documents,downloads,extractions,file-names,odd-ids,photos}.test.ts',
  '**/api/v3/{check-errors,check-live,check-pdf,sandbox-bodies,sandbox-table,sdk-token,versions,watchlist-lists}.test.ts',
  '**/api/v3/{chip,chip-authentication,device-intelligence-live,document-location,image-quality,location-database}.test.ts',
  '**/api/v3/{media-at-rest,picture-analysis,proof-of-address-live,upload-broken,upload-refusals,upload-turns}.test.ts',
  '**/api/v3/{qualified-retries,time-stamps,workflow-files,workflow-report-output,workflow-sdk-signature}.test.ts',
  '**/checks/sanctions.test.ts',
  '**/sources/tables.test.ts',
  '**/pages/workflow-link/{link,signature}.test.ts',
];

/**
 * Milliseconds that a test may take, and those that `expect.poll` waits. They only end what hangs: a machine of a fifth of
 * the speed that has other work must stay below them.
 */
const patience = { quick: [120_000, 30_000], slow: [600_000, 120_000] };

const suite = (name, include, exclude, [ms, poll], more = {}) => ({
  extends: true,
  test: { name, include, exclude, testTimeout: ms, hookTimeout: ms, expect: { poll: { timeout: poll } }, ...more },
});

/** A worker a core, as elsewhere: with two, the browsers of a machine with nothing else took a tenth longer. */
const inBrowsers = { globalSetup: ['e2e/src/browser-server.ts'] };

const withClients = { globalSetup: ['scripts/install-published.js'] };

const elsewhere = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  plugins: [builtModules, binaryFiles],
  test: {
    globalSetup: ['scripts/build-for-tests.js', 'packages/server/src/testing/template.ts'],
    setupFiles: ['scripts/property-seed.js', ...(process.env.NODE_V8_COVERAGE ? ['scripts/coverage-setup.js'] : [])],
    // Most of a test is waiting for the service: two files at once take little more time than one.
    maxWorkers: '100%',
    // Files that share a worker share its imports: the service is loaded once a worker, not once a file.
    isolate: false,
    // Which modules come from the bundle changes with it, which a cache of transformed files doesn't see.
    fsModuleCache: false,
    projects: [
      suite('fast', all, [...elsewhere, ...browser, ...live, ...clients], patience.quick),
      suite('clients', clients, elsewhere, patience.quick, withClients),
      suite('store', store, [...elsewhere, ...storeless, ...live], patience.quick),
      suite('browser', browser, elsewhere, patience.slow, inBrowsers),
      suite('live', live, elsewhere, patience.slow),
    ],
  },
});
