import fc from 'fast-check';
import { expect } from 'vitest';
import type { Generation } from '../../../api/testing/generations.ts';
import { pick, tenants } from '../model.ts';
import { command, which } from './command.ts';

const MOST = 3;

/** The events that webhooks of a generation get by default (contract 12.3). */
const common = ['check.started', 'check.completed', 'check.form_completed', 'report.withdrawn', 'report.completed'];
const later = ['check.reopened', 'check.withdrawn', 'report.awaiting_approval', 'report.resumed', 'report.cancelled'];
const defaults: Readonly<Record<Generation, readonly string[]>> = {
  v1: [...common, 'check.form_opened'],
  v2: [...common, ...later, 'check.form_opened', 'report.initiated'],
  'v3.2': [...common, 'check.form_opened'],
  'v3.6': [...common, ...later],
};

const registerWebhook = command({
  name: 'registerWebhook',
  parameters: { tenant: fc.constantFrom(...tenants) },
  ready: ({ webhooks }) => webhooks.filter(({ deleted }) => !deleted).length < MOST,
  async run({ model, world, as, generation }, { tenant }) {
    const { status, body } = await as(tenant).createWebhook(world.fixture.receiver.url);
    expect(status).toBe(201);
    const { account, environment } = tenant;
    // Webhooks of v1 get the events in the environment of their token.
    const both = environment === 'live' && generation !== 'v1';
    const environments = both ? (['sandbox', 'live'] as const) : [environment];
    model.webhooks.push({ id: body.id, account, environments, events: defaults[generation], deleted: false });
  },
});

const deleteWebhook = command({
  name: 'deleteWebhook',
  parameters: { webhook: which, tenant: which },
  ready: ({ webhooks }) => webhooks.length > 0,
  async run({ model, as }, { webhook: n, tenant: m }) {
    const webhook = pick(model.webhooks, n);
    // Webhooks belong to the account: a token of either environment may.
    const tenant = pick(
      tenants.filter(({ account }) => account === webhook.account),
      m,
    );
    expect((await as(tenant).deleteWebhook(webhook.id)).status).toBe(webhook.deleted ? 404 : 204);
    webhook.deleted = true;
  },
});

export const webhookCommands = [registerWebhook, deleteWebhook];
