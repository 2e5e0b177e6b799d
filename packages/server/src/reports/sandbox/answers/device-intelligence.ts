import { clearBreakdown, flag } from '../../breakdown.ts';
import type { SandboxAnswer } from '../answer.ts';

export const deviceIntelligenceAnswer: SandboxAnswer = {
  clear: (_, { tree }) => ({
    breakdown: clearBreakdown(tree),
    properties: {
      device: {
        sdk_version: '14.0.0',
        sdk_source: 'onfido-web-sdk',
        authentication_type: 'sdk_token',
        raw_model: 'SM-G991B',
        os: 'Linux',
        browser: 'Chrome',
        emulator: false,
        randomized_device: false,
        number_of_ip_reuse_reports: 0,
        number_of_suspected_ip_reuse_reports: 0,
        fake_network_request: false,
        ip_reputation: 'NOT_ENOUGH_DATA',
        device_fingerprint_reuse: 1,
        single_device_used: true,
        document_capture: 'live',
        biometric_capture: 'live',
      },
      ip: { address: '127.0.0.1' },
      geolocation: { city: 'London', region: 'England', country: 'GBR' },
    },
  }),
  consider: () => ({
    ...flag('device', { device_integrity: null }),
    properties: { device: { emulator: true, ip_reputation: 'HIGH_RISK' } },
  }),
};
