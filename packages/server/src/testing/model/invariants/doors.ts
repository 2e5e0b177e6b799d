import { expect } from 'vitest';
import type { Generation } from '../../../api/testing/generations.ts';
import type { Answer } from '../../service.ts';
import { type Api, api } from '../api.ts';
import { type Applicant, type Model, type Tenant, tenants, type Webhook } from '../model.ts';
import type { TestWorld } from '../test-world.ts';

/** Requests at once; each opens a connection of its own. */
const AT_ONCE = 8;

/** Every way to read an applicant and what belongs to it, by name. */
function readsOf(client: Api, { id, documents, photos, checks }: Applicant): [string, () => Promise<Answer>][] {
  return [
    [`applicant ${id}`, () => client.applicant(id)],
    [`documents of ${id}`, () => client.documents(id)],
    [`photos of ${id}`, () => client.photos(id)],
    [`checks of ${id}`, () => client.checks(id)],
    ...documents.map((one): [string, () => Promise<Answer>] => [
      `document ${one.id}`,
      () => client.document(id, one.id),
    ]),
    ...photos.map((one): [string, () => Promise<Answer>] => [`photo ${one.id}`, () => client.photo(one.id)]),
    ...checks.flatMap((check): [string, () => Promise<Answer>][] => [
      [`check ${check.id}`, () => client.check(id, check.id)],
      [`reports of ${check.id}`, () => client.reports(check.id)],
      ...check.reports.map((report): [string, () => Promise<Answer>] => [
        `report ${report.id}`,
        () => client.report(check.id, report.id),
      ]),
    ]),
  ];
}

async function allAnswer(status: number, reads: [string, () => Promise<Answer>][], why: string): Promise<void> {
  for (let i = 0; i < reads.length; i += AT_ONCE) {
    const some = reads.slice(i, i + AT_ONCE);
    const answers = await Promise.all(some.map(async ([name, read]) => `${name}: ${(await read()).status}`));
    expect(answers, why).toEqual(some.map(([name]) => `${name}: ${status}`));
  }
}

/**
 * Nothing of another account or environment is ever found, whatever has become of it.
 *
 * @param visitors the tenants that go and look
 */
export async function strangersFindNothing(
  model: Model,
  world: TestWorld,
  generation: Generation,
  visitors: readonly Tenant[],
): Promise<void> {
  for (const applicant of model.applicants) {
    for (const tenant of visitors.filter((other) => other !== applicant.tenant)) {
      await allAnswer(404, readsOf(api(world, tenant, generation), applicant), 'of another account or environment');
    }
  }
  for (const tenant of tenants) {
    const client = api(world, tenant, generation);
    const read = ({ id }: Webhook): [string, () => Promise<Answer>] => [`webhook ${id}`, () => client.webhook(id)];
    const isOwn = ({ account, deleted }: Webhook) => account === tenant.account && !deleted;
    await allAnswer(200, model.webhooks.filter(isOwn).map(read), 'webhooks belong to the account');
    const others = model.webhooks.filter((webhook) => !isOwn(webhook));
    await allAnswer(404, others.map(read), 'of another account, or deleted');
  }
}

/** Everything of an applicant is there; when it is scheduled or erased, everything is gone, and its forms with it. */
export async function ownersFindAll(model: Model, world: TestWorld, generation: Generation): Promise<void> {
  for (const applicant of model.applicants) {
    const { state, tenant, checks } = applicant;
    const isActive = state === 'active';
    await allAnswer(isActive ? 200 : 410, readsOf(api(world, tenant, generation), applicant), `${state} applicant`);
    if (isActive) continue;
    const forms = checks.flatMap(({ formUri }) => (formUri === null ? [] : [new URL(formUri).pathname]));
    const reads = forms.map((path): [string, () => Promise<Answer>] => [path, () => world.call(null, 'GET', path)]);
    await allAnswer(410, reads, `form of ${state} applicant`);
  }
}
