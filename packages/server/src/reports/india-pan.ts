import { idNumber } from './needs.ts';
import type { BreakdownTree } from './outcome.ts';
import type { ReportType } from './types.ts';

/** The breakdown and the properties are really named `device` on the wire. */
const tree = { device: ['pan_valid', 'name_match'] } as const satisfies BreakdownTree;

/** ID number type that carries a Permanent Account Number. */
export const PAN = 'tax_id';

export const indiaPan: ReportType<'india_pan'> = {
  name: 'india_pan',
  family: 'other',
  uses: {},
  needs: [idNumber([PAN])],
  tree,
};
