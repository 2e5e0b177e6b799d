/** Path below which the service shows the documentation of the repository. */
export const GUIDES_PATH = '/docs';

export interface GuideContent {
  readonly title: string;
  readonly markup: string;
  readonly source: string;
}

interface Guide {
  /** One line about the page, for lists. */
  readonly about: string;
  readonly load: () => Promise<GuideContent>;
}

/** The pages of each section by the last part of their path, in the order of `docs/README.md`. */
export const guideSections: Readonly<Record<string, Readonly<Record<string, Guide>>>> = {
  'Get started': {
    install: {
      about: 'Install: Node versions, the first start, the tests',
      load: () => import('../../../../../docs/get-started/install.md'),
    },
    'quick-start': {
      about: 'Receive a verified webhook in your own server, in six languages',
      load: () => import('../../../../../docs/get-started/quick-start.md'),
    },
    'first-check': {
      about: 'Run your first check in the sandbox',
      load: () => import('../../../../../docs/get-started/first-check.md'),
    },
  },
  Guides: {
    clients: {
      about: 'Use the published clients: Node, Python, Ruby, Java, PHP, React, Vue',
      load: () => import('../../../../../docs/guides/clients.md'),
    },
    migrating: {
      about: 'Migrate from the vendor: what to change and what differs',
      load: () => import('../../../../../docs/guides/migrating.md'),
    },
    capture: {
      about: 'Capture documents and faces from your own SDK or app',
      load: () => import('../../../../../docs/guides/capture.md'),
    },
    'web-sdk': {
      about: 'Use the browser SDK, which captures documents and faces',
      load: () => import('../../../../web-sdk/README.md'),
    },
    'frames-and-webviews': {
      about: 'Show the browser SDK in a frame, or in the WebView of an app',
      load: () => import('../../../../../docs/guides/frames-and-webviews.md'),
    },
    workflows: {
      about: 'Run workflows: files, runs and links for applicants',
      load: () => import('../../../../../docs/guides/workflows.md'),
    },
    webhooks: {
      about: 'Receive events by webhooks, and miss none',
      load: () => import('../../../../../docs/guides/webhooks.md'),
    },
    'command-line': {
      about: 'Receive and make events at your terminal',
      load: () => import('../../../../../docs/guides/command-line.md'),
    },
    agents: {
      about: 'Let a coding agent read these pages and use the sandbox',
      load: () => import('../../../../../docs/guides/agents.md'),
    },
    review: {
      about: 'Review reports by hand',
      load: () => import('../../../../../docs/guides/review.md'),
    },
    evidence: {
      about: 'Choose what a document needs to be clear',
      load: () => import('../../../../../docs/guides/evidence.md'),
    },
    'audited-automation': {
      about: 'Let audited automation clear reports, and know what it bounds',
      load: () => import('../../../../../docs/guides/audited-automation.md'),
    },
    'signed-barcodes': {
      about: 'Verify signed barcodes on documents',
      load: () => import('../../../../../docs/guides/signed-barcodes.md'),
    },
    chips: {
      about: 'Read the chips of passports in an app',
      load: () => import('../../../../../docs/guides/chips.md'),
    },
    wallets: {
      about: 'Take documents from wallets',
      load: () => import('../../../../../docs/guides/wallets.md'),
    },
    age: {
      about: 'Answer whether a person is old enough, and nothing else',
      load: () => import('../../../../../docs/guides/age.md'),
    },
    sandbox: {
      about: 'Choose results, states and faults in sandbox',
      load: () => import('../../../../../docs/guides/sandbox.md'),
    },
    testing: {
      about: 'Test your pages end to end, without a camera',
      load: () => import('../../../../../docs/guides/testing.md'),
    },
    screening: {
      about: 'Load watchlists and screen applicants',
      load: () => import('../../../../../docs/guides/screening.md'),
    },
    lists: {
      about: 'Keep a blocklist and an allowlist',
      load: () => import('../../../../../docs/guides/lists.md'),
    },
    'data-sources': {
      about: 'Ask registers and data providers in live reports',
      load: () => import('../../../../../docs/guides/data-sources.md'),
    },
    signatures: {
      about: 'Have applicants sign documents',
      load: () => import('../../../../../docs/guides/signatures.md'),
    },
    branding: {
      about: 'Show your name, logo and contact to applicants',
      load: () => import('../../../../../docs/guides/branding.md'),
    },
    dashboard: {
      about: 'Manage members, roles and sign-in of the dashboard',
      load: () => import('../../../../../docs/guides/dashboard.md'),
    },
  },
  Reference: {
    compatibility: {
      about: 'Compatibility: API versions, published clients, state of each part',
      load: () => import('../../../../../docs/reference/compatibility.md'),
    },
    contract: {
      about: 'Rules of the API that hold for every request',
      load: () => import('../../../../../docs/reference/contract.md'),
    },
    errors: {
      about: 'Errors of the API, and how to reach each',
      load: () => import('../../../../../docs/reference/errors.md'),
    },
    assurance: {
      about: 'What proves a document, and which attackers that excludes',
      load: () => import('../../../../../docs/reference/assurance.md'),
    },
    settings: {
      about: 'Settings of the service and of an account',
      load: () => import('../../../../../docs/reference/settings.md'),
    },
    metrics: {
      about: 'Metrics of the service, for Prometheus',
      load: () => import('../../../../../docs/reference/metrics.md'),
    },
  },
  Operations: {
    operating: {
      about: 'Run the service: production, PostgreSQL, probes, backup',
      load: () => import('../../../../../docs/operations/operating.md'),
    },
    storage: {
      about: 'Store files on the disk or in a bucket, and move them',
      load: () => import('../../../../../docs/operations/storage.md'),
    },
    monitoring: {
      about: 'See how the service is: metrics, alerts, traces, logs',
      load: () => import('../../../../../docs/operations/monitoring.md'),
    },
    backup: {
      about: 'Back up and restore rows, media and keys',
      load: () => import('../../../../../docs/operations/backup.md'),
    },
    keys: {
      about: 'Rotate keys, and take the master key from a key management system',
      load: () => import('../../../../../docs/operations/keys.md'),
    },
    retention: {
      about: 'Limit how long checks, events and requests are kept',
      load: () => import('../../../../../docs/operations/retention.md'),
    },
    'redis-and-pgbouncer': {
      about: 'Several processes: shared rate limits and rooms, PgBouncer',
      load: () => import('../../../../../docs/operations/redis-and-pgbouncer.md'),
    },
    containers: {
      about: 'Image, Compose and Kubernetes',
      load: () => import('../../../../../docs/operations/containers.md'),
    },
    'many-processes': {
      about: 'Roles, restarts without failed requests, upgrades',
      load: () => import('../../../../../docs/operations/many-processes.md'),
    },
    scale: {
      about: 'Many applicants: growth, capacity, faults, several database servers',
      load: () => import('../../../../../docs/operations/scale.md'),
    },
    analysis: {
      about: 'Limits of an analysis',
      load: () => import('../../../../../docs/operations/analysis.md'),
    },
    benchmarks: {
      about: 'Measured speed, and accuracy of live analysis',
      load: () => import('../../../../../docs/operations/benchmarks.md'),
    },
    asvs: {
      about: 'The dashboard against OWASP ASVS 5.0',
      load: () => import('../../../../../docs/operations/asvs.md'),
    },
  },
  Architecture: {
    requests: {
      about: 'Flows of requests in the code',
      load: () => import('../../../../../docs/architecture/requests.md'),
    },
    reports: {
      about: 'Flows of live reports in the code',
      load: () => import('../../../../../docs/architecture/reports.md'),
    },
    runs: {
      about: 'Flows of forms, workflow runs and signatures in the code',
      load: () => import('../../../../../docs/architecture/runs.md'),
    },
    rules: {
      about: 'Rules of the code',
      load: () => import('../../../../../docs/architecture/rules.md'),
    },
    layers: {
      about: 'Layers: order of imports and of locks',
      load: () => import('../../../../../docs/architecture/layers.md'),
    },
    libraries: {
      about: 'Libraries, and why',
      load: () => import('../../../../../docs/architecture/libraries.md'),
    },
    design: {
      about: 'Type, colours, spacing and words of the pages',
      load: () => import('../../../../../docs/architecture/design.md'),
    },
  },
};

/** All pages by the last part of their path. */
export const guides: Readonly<Record<string, Guide>> = Object.assign({}, ...Object.values(guideSections));
