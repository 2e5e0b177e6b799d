import { clearBreakdown, flag } from '../../breakdown.ts';
import type { SandboxAnswer } from '../answer.ts';

export const usDrivingLicenceAnswer: SandboxAnswer = {
  clear: (_, { tree }) => ({ breakdown: clearBreakdown(tree), properties: {} }),
  consider: () => flag('address', { line_1: null }),
};
