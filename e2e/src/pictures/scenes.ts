import type { Page } from 'playwright-core';

/** A page of the dashboard as a picture shows it. */
export interface Scene {
  readonly name: string;
  /** Path below `/dashboard`; a leading `~` stands for the account and environment. */
  readonly path: string;
  readonly environment?: 'live' | 'sandbox';
  /** Actions before the picture is taken. */
  prepare?(page: Page): Promise<unknown>;
  /** Actions after it. */
  leave?(page: Page): Promise<unknown>;
}

/** Ids of the objects in the scenes. */
export interface Shown {
  readonly check: string;
  readonly applicant: string;
  readonly run: string;
  readonly document: string;
  readonly face: string;
  readonly hit: string;
  readonly request: string;
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

/** Every page, with tabs, dialogs and empty states. */
export const scenesOf = (shown: Shown): readonly Scene[] => [
  { name: 'overview', path: '~/overview' },
  { name: 'queue', path: '~/queue' },
  { name: 'review-document', path: `~/reports/${shown.document}` },
  {
    name: 'review-decided',
    path: `~/reports/${shown.document}`,
    prepare: async (page) => {
      await page.locator('.decide button').first().waitFor();
      await page.keyboard.press('1');
      await page.getByRole('button', { name: /Undo/ }).waitFor();
    },
    // Leaving the page would commit the decision.
    leave: (page) => page.keyboard.press('z'),
  },
  { name: 'review-face', path: `~/reports/${shown.face}` },
  { name: 'review-watchlist', path: `~/reports/${shown.hit}` },
  {
    name: 'second-opinion',
    path: `~/reports/${shown.hit}`,
    prepare: async (page) => page.getByRole('button', { name: /second opinion/ }).click(),
  },
  {
    name: 'keys',
    path: `~/reports/${shown.hit}`,
    prepare: async (page) => {
      await page.locator('.decide button').first().waitFor();
      await page.keyboard.press('?');
    },
  },
  { name: 'checks', path: '~/checks' },
  { name: 'check', path: `~/checks/${shown.check}` },
  { name: 'applicants', path: '~/applicants' },
  { name: 'applicant', path: `~/applicants/${shown.applicant}` },
  { name: 'workflows', path: '~/workflows' },
  { name: 'workflow-run', path: `~/workflow-runs/${shown.run}` },
  { name: 'screening', path: '~/screening' },
  { name: 'screening-import', path: '~/screening', prepare: press('Import a list') },
  { name: 'screening-suppressions', path: '~/screening?view=suppressions' },
  { name: 'screening-proposals', path: '~/screening?view=proposals' },
  { name: 'screening-monitors', path: '~/screening?view=monitors' },
  { name: 'tokens', path: '~/developers' },
  { name: 'token-make', path: '~/developers', prepare: press('Create a token') },
  { name: 'webhooks', path: '~/developers?view=webhooks' },
  {
    name: 'webhook-add',
    path: '~/developers?view=webhooks',
    prepare: async (page) => page.getByRole('button', { name: 'Add a webhook' }).first().click(),
  },
  { name: 'events', path: '~/developers?view=events' },
  { name: 'sandbox-names', path: '~/developers?view=sandbox', environment: 'sandbox' },
  { name: 'requests', path: '~/developers/requests' },
  { name: 'request', path: `~/developers/requests/${shown.request}` },
  { name: 'members', path: '~/members' },
  { name: 'member-invite', path: '~/members', prepare: press('Invite a member') },
  { name: 'settings', path: '~/settings' },
  {
    name: 'settings-changed',
    path: '~/settings',
    prepare: (page) => page.getByLabel('Pause new checks').check(),
  },
  { name: 'audit', path: '~/audit' },
  { name: 'account', path: '~/me' },
  { name: 'overview-sandbox', path: '~/overview', environment: 'sandbox' },
  { name: 'checks-sandbox', path: '~/checks', environment: 'sandbox' },
  { name: 'checks-none', path: '~/checks?tag=absent' },
  { name: 'error', path: '~/checks/00000000-0000-7000-8000-000000000000' },
];

/** Pages of who is not signed in. */
export const alone: readonly Scene[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'welcome-used', path: '/welcome#used' },
  { name: 'not-found', path: '/absent' },
];
