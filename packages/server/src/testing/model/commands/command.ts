import fc from 'fast-check';
import { type Generation, generations } from '../../../api/testing/generations.ts';
import { type Api, api } from '../api.ts';
import { afterEach } from '../invariants/index.ts';
import type { Model, Tenant } from '../model.ts';
import type { TestWorld } from '../test-world.ts';

export type Command = fc.AsyncCommand<Model, TestWorld>;

/** Context of a command: the model, the service, and the generation of the API that it uses. */
export interface Turn {
  readonly model: Model;
  readonly world: TestWorld;
  readonly generation: Generation;
  readonly as: (tenant: Tenant) => Api;
}

export interface Play<P> {
  readonly name: string;
  readonly parameters: { readonly [K in keyof P]: fc.Arbitrary<P[K]> };
  /** Returns whether the command has an object. */
  ready?(model: Model): boolean;
  /** Does it to the service, judges the answer by the model, and does it to the model. */
  run(turn: Turn, parameters: P): Promise<void>;
}

/** Any number, to pick one of a list that is known only when the command runs. */
export const which = fc.nat(1000);

/** A command through a generation of the API, a millisecond after the previous one; then whatever must always hold. */
export function command<P extends object>({ name, parameters, ready, run }: Play<P>): fc.Arbitrary<Command> {
  const all = fc.record({ generation: fc.constantFrom(...generations), parameters: fc.record(parameters) });
  return all.map(({ generation, parameters: given }) => ({
    check: (model) => ready?.(model) ?? true,
    async run(model, world) {
      world.fixture.service.clock.advance(1);
      model.now = world.now;
      await run({ model, world, generation, as: (tenant) => api(world, tenant, generation) }, given as P);
      await afterEach(model, world, generation);
    },
    toString: () => `${name}(${generation}, ${fc.stringify(given)})`,
  }));
}
