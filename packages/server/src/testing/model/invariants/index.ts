import { type Generation, generations } from '../../../api/testing/generations.ts';
import { type Model, pick, type Tenant, tenants } from '../model.ts';
import type { TestWorld } from '../test-world.ts';
import { jobKinds, work } from '../work.ts';
import { agree } from './agreement.ts';
import { ownersFindAll, strangersFindNothing } from './doors.ts';
import { nothingIsLeft } from './erasures.ts';
import { eventsAgree, nothingWaits } from './events.ts';
import { listsAgree } from './lists.ts';

/** Invariants after every command, read through the generation that the command used. */
export async function afterEach(model: Model, world: TestWorld, generation: Generation): Promise<void> {
  await agree(model, world, generation);
  await eventsAgree(model, world);
}

/** All that is shown: the same in every generation; what is dear to ask through one, which is another each time. */
export async function everything(
  model: Model,
  world: TestWorld,
  visitors: readonly Tenant[] = [pick(tenants, model.now)],
): Promise<void> {
  for (const generation of generations) await agree(model, world, generation);
  const one = pick(generations, model.now);
  await listsAgree(model, world, one);
  await ownersFindAll(model, world, one);
  await strangersFindNothing(model, world, one, visitors);
}

/** Invariants at the end, when everything that is due is done. */
export async function inTheEnd(model: Model, world: TestWorld): Promise<void> {
  await world.fixture.workers.work();
  work(model, jobKinds);
  await afterEach(model, world, 'v3.6');
  await everything(model, world, tenants);
  await nothingWaits(model, world);
  await nothingIsLeft(model, world);
}
