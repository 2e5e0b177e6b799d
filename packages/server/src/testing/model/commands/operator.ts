import fc from 'fast-check';
import { expect } from 'vitest';
import { type Check, prefer } from '../model.ts';
import { operations } from '../transitions.ts';
import { command, which } from './command.ts';

/** Conditions under which an action has an effect; a check is withdrawn rarely, since nothing follows. */
const likely: Readonly<Record<string, (check: Check) => boolean>> = {
  reopen: ({ status }) => status === 'complete',
  take_up: ({ status }) => status === 'reopened',
  return_to_applicant: ({ status, formUri }) => status === 'reopened' && formUri !== null,
};

const operate = command({
  name: 'operate',
  parameters: {
    check: which,
    action: fc.constantFrom('withdraw', 'reopen', 'reopen', 'take_up', 'return_to_applicant', 'return_to_applicant'),
  },
  ready: ({ checks }) => checks.length > 0,
  async run({ model, world }, { check: n, action }) {
    const check = prefer(model.checks, (one) => likely[action]?.(one) ?? true, n);
    const { tenant, state } = check.applicant;
    const { status, body } = await world.operate(tenant.account, `checks/${check.id}/${action}`);
    if (state !== 'active') return expect(status, action).toBe(410);
    const isDone = operations[action]!(model, check);
    expect([status, isDone ? body.status : body.error.type], action).toEqual(
      isDone ? [200, check.status] : [422, expect.stringMatching(/^(validation_error|incomplete_checks)$/)],
    );
  },
});

export const operatorCommands = [operate, operate, operate, operate];
