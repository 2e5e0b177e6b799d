import { flag } from './breakdown.ts';
import { idNumber } from './needs.ts';
import type { BreakdownTree, ReportType } from './types.ts';

/** The breakdown and the properties are really named `device` on the wire. */
const tree = { device: ['pan_valid', 'name_match'] } as const satisfies BreakdownTree;

/** ID number type that carries a Permanent Account Number. */
const PAN = 'tax_id';

export const indiaPan: ReportType<'india_pan'> = {
  name: 'india_pan',
  family: 'other',
  uses: {},
  needs: [idNumber([PAN])],
  tree,
  sandbox: {
    clear: ({ applicant: { first_name, last_name, id_numbers } }) => ({
      // These leaves, unlike those of other reports, have no properties.
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
  },
};
