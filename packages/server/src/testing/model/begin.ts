import { generations } from '../../api/testing/generations.ts';
import { api } from './api.ts';
import { create } from './commands/applicants.ts';
import { type Model, pick, tenants } from './model.ts';
import type { TestWorld } from './test-world.ts';

/** Beginning of every sequence: an applicant with a passport in each tenant, each through another generation. */
export async function begin(model: Model, world: TestWorld): Promise<void> {
  for (const [index, tenant] of tenants.entries()) {
    const generation = pick(generations, index);
    const client = api(world, tenant, generation);
    const turn = { model, world, generation, as: () => client };
    await create(turn, tenant, { first_name: 'Jane', last_name: 'Doe', hasEmail: true, isLocated: true });
    const { id, documents } = model.applicants.at(-1)!;
    const passport = { type: 'passport', country: generation === 'v1' ? null : 'GBR' };
    const { body } = await client.uploadDocument(id, passport);
    documents.push({ id: body.id, at: model.now, ...passport });
  }
}
