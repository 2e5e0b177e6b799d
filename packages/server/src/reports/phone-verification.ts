import { verdictOf } from './live/assessment.ts';
import { assessPhone } from './live/phone.ts';
import { consent, phoneNumber } from './needs.ts';
import type { BreakdownTree } from './outcome.ts';
import type { ReportType } from './types.ts';

const tree = { phone_number: [] } as const satisfies BreakdownTree;

export const phoneVerification: ReportType<'phone_verification'> = {
  name: 'phone_verification',
  family: 'other',
  acceptedBy: (version) => version.phoneVerification,
  uses: {},
  needs: [consent('phone_number_verification'), phoneNumber],
  tree,
  process: async (subject, tools) =>
    verdictOf({ family: 'other', tree }, await assessPhone(subject, tools), tools.decision),
};
