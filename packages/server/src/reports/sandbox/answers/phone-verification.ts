import { clearBreakdown } from '../../breakdown.ts';
import type { SandboxAnswer } from '../answer.ts';

export const phoneVerificationAnswer: SandboxAnswer = {
  clear: (_, { tree }) => ({ breakdown: clearBreakdown(tree), properties: {} }),
  consider: () => ({ result: 'consider', breakdown: { phone_number: { result: 'consider' } } }),
};
