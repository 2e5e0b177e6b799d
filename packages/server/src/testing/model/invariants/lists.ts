import { expect } from 'vitest';
import type { Generation } from '../../../api/testing/generations.ts';
import type { Answer } from '../../service.ts';
import { api } from '../api.ts';
import { type Model, type Tenant, tenants } from '../model.ts';
import type { TestWorld } from '../test-world.ts';

const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
const newestFirst = (list: readonly { id: string }[]): string[] => idsOf(list).reverse();

/** Checks that lists have the objects that were created and not deleted, newest first, and the right count. */
export async function listsAgree(model: Model, world: TestWorld, generation: Generation): Promise<void> {
  for (const tenant of tenants) {
    await applicantsAgree(model, world, generation, tenant);
    const client = api(world, tenant, generation);
    const webhooks = model.webhooks.filter(({ account, deleted }) => account === tenant.account && !deleted);
    expect(listed(await client.webhooks(), 'webhooks')).toEqual(newestFirst(webhooks));
  }
  for (const { id, tenant, documents, photos, checks } of model.active) {
    const client = api(world, tenant, generation);
    const [ofDocuments, ofPhotos, ofChecks] = await Promise.all([
      client.documents(id),
      client.photos(id),
      client.checks(id),
    ]);
    expect(listed(ofDocuments, 'documents')).toEqual(newestFirst(documents));
    expect(listed(ofPhotos, 'live_photos')).toEqual(newestFirst(photos));
    expect(listed(ofChecks, 'checks')).toEqual(newestFirst(checks));
  }
}

async function applicantsAgree(model: Model, world: TestWorld, generation: Generation, tenant: Tenant): Promise<void> {
  const client = api(world, tenant, generation);
  const own = model.applicants.filter((applicant) => applicant.tenant === tenant);
  const active = own.filter(({ state }) => state === 'active');
  const kept = own.filter(({ state }) => state !== 'erased');
  const [shown, all] = await Promise.all([client.applicants(false), client.applicants(true)]);
  expect(listed(shown, 'applicants')).toEqual(newestFirst(active));
  expect(listed(all, 'applicants')).toEqual(newestFirst(kept));
  const totals = [shown, all].map(({ headers }) => Number(headers['x-total-count']));
  expect(totals).toEqual([active.length, kept.length]);
}

function listed({ status, body }: Answer, name: string): string[] {
  expect(status, name).toBe(200);
  return idsOf(body[name]);
}
