import { flag } from '../../breakdown.ts';
import { PAN } from '../../india-pan.ts';
import type { SandboxAnswer } from '../answer.ts';

export const indiaPanAnswer: SandboxAnswer = {
  clear: ({ applicant: { first_name, last_name, id_numbers } }) => ({
    // These leaves, unlike leaves of other reports, have no properties.
    breakdown: {
      device: { result: 'clear', breakdown: { pan_valid: { result: 'clear' }, name_match: { result: 'clear' } } },
    },
    properties: {
      device: {
        pan: (id_numbers.find(({ type }) => type === PAN) ?? id_numbers[0])?.value ?? null,
        full_name: `${first_name} ${last_name}`,
      },
    },
  }),
  consider: () => flag('device', { name_match: null }),
};
