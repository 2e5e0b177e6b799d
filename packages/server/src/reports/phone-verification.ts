import { clearBreakdown } from './breakdown.ts';
import { consent, phoneNumber } from './needs.ts';
import type { BreakdownTree, ReportType } from './types.ts';

const tree = { phone_number: [] } as const satisfies BreakdownTree;

export const phoneVerification: ReportType<'phone_verification'> = {
  name: 'phone_verification',
  family: 'other',
  only: '3.6',
  uses: {},
  needs: [consent('phone_number_verification'), phoneNumber],
  tree,
  sandbox: {
    clear: () => ({ breakdown: clearBreakdown(tree), properties: {} }),
    consider: () => ({ result: 'consider', breakdown: { phone_number: { result: 'consider' } } }),
  },
};
