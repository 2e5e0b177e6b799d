import { generations } from '../../api/testing/generations.ts';
import { api } from './api.ts';
import { create } from './commands/applicants.ts';
import { houses, type Model, pick } from './model.ts';
import type { TestWorld } from './test-world.ts';

/** What every sequence begins with: an applicant with a passport in each house, each through another generation. */
export async function begin(model: Model, world: TestWorld): Promise<void> {
  for (const [index, house] of houses.entries()) {
    const generation = pick(generations, index);
    const client = api(world, house, generation);
    const turn = { model, world, generation, as: () => client };
    await create(turn, house, { first_name: 'Jane', last_name: 'Doe', hasEmail: true, isLocated: true });
    const { id, documents } = model.applicants.at(-1)!;
    const passport = { type: 'passport', country: generation === 'v1' ? null : 'GBR' };
    const { body } = await client.uploadDocument(id, passport);
    documents.push({ id: body.id, at: model.now, ...passport });
  }
}
