import { verdictOf } from './live/assessment.ts';
import { assessPan } from './live/pan.ts';
import { idNumber } from './needs.ts';
import type { BreakdownTree } from './outcome.ts';
import type { ReportType } from './types.ts';

/** The breakdown and the properties are really named `device` on the wire. */
const tree = { device: ['pan_valid', 'name_match'] } as const satisfies BreakdownTree;

const rules = { bareLeaves: true } as const;

/** ID number type that carries a Permanent Account Number. */
export const PAN = 'tax_id';

export const indiaPan: ReportType<'india_pan'> = {
  name: 'india_pan',
  family: 'other',
  uses: {},
  needs: [idNumber([PAN])],
  tree,
  rules,
  process: async (subject, tools) =>
    verdictOf({ family: 'other', tree, rules }, await assessPan(PAN, subject, tools), tools.decision),
};
