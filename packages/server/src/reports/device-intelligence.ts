import { deviceProcessor } from './live/device-intelligence.ts';
import type { BreakdownTree } from './outcome.ts';
import type { ReportType } from './types.ts';

const tree = {
  device: ['application_authenticity', 'device_integrity', 'device_reputation'],
} as const satisfies BreakdownTree;

export const deviceIntelligence: ReportType<'device_intelligence'> = {
  name: 'device_intelligence',
  family: 'other',
  acceptsDocumentIds: true,
  uses: {},
  needs: [],
  tree,
  process: deviceProcessor(tree),
};
