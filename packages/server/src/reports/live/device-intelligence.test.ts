import { describe, expect, test } from 'vitest';
import { deviceIntelligence } from '../device-intelligence.ts';
import type { Outcome } from '../outcome.ts';
import { type DeviceTools, deviceProcessor } from './device-intelligence.ts';
import type { AddressReputation, SentUpload } from './tools.ts';
import { userAgentFacts } from './user-agent.ts';

const process = deviceProcessor(deviceIntelligence.tree);

const sdk: Omit<SentUpload, 'id'> = {
  token: 'sdk_token',
  address: '192.0.2.7',
  userAgent: 'x',
  sdkSource: 'onfido_web_sdk',
  sdkVersion: '14.0.0',
  captureMethod: 'live',
};

interface Given {
  /** Uploads of a document, a live photo and an older document that no report uses; null: nobody stored their sender. */
  readonly document?: Partial<SentUpload> | null;
  readonly photo?: Partial<SentUpload> | null;
  readonly older?: Partial<SentUpload>;
  readonly refused?: readonly ('other_applicant' | 'origin')[];
  readonly reputation?: Partial<AddressReputation>;
  /** Camera model in the file of the photo. */
  readonly model?: string;
}

/** Report of an applicant who has uploaded a document, then a photo. */
async function seen({ document = {}, photo = {}, older, refused = [], reputation = {}, model }: Given) {
  const passport = (id: string, created_at: number) => ({ id, created_at, type: 'passport', side: null });
  const sent = Object.entries({ document, photo, ...(older && { older }) });
  const tools: DeviceTools = {
    analyser: { run: async () => ({ metadata: { model, software: [] } }) as never },
    decision: { decision_uncertain: 'consider' } as DeviceTools['decision'],
    step: async () => {},
    file: async (id) => ({ id, bytes: new Uint8Array(), mediaType: 'image/png', fileName: 'a.png', uploadedAt: 0 }),
    sentUploads: async () => sent.flatMap(([id, upload]) => (upload ? [{ ...sdk, ...upload, id }] : [])),
    refusedUploads: async () => refused,
    addressReputation: async () => ({
      documentReports: 0,
      suspectedReports: 0,
      finishedChecks: 0,
      clearChecks: 0,
      ...reputation,
    }),
    placeOf: () => null,
  };
  const media = {
    documents: [passport('document', 2), ...(older ? [passport('older', 1)] : [])].map((one) => ({
      ...one,
      issuing_country: null,
    })),
    livePhotos: [{ id: 'photo', created_at: 3 }],
    liveVideos: [],
    motionCaptures: [],
    idPhotos: [],
  };
  const verdict = (await process({ media } as unknown as Parameters<typeof process>[0], tools)) as Outcome;
  const { device } = verdict.properties as { device: Record<string, unknown> };
  const leaves = Object.values(verdict.breakdown.device?.breakdown ?? {}).map(({ result }) => result);
  return { leaves, device, result: verdict.result };
}

const authenticity = async (given: Given) =>
  (await seen({ reputation: { finishedChecks: 20, clearChecks: 20 }, ...given })).leaves[0];

describe('application_authenticity', () => {
  test.each<[string, Given, string | null]>([
    ['known SDKs with tokens of the applicant', {}, 'clear'],
    ['our own SDK', { document: { sdkSource: 'bonafide_web_sdk' } }, 'clear'],
    ['an API token for an upload that a report uses', { document: { token: 'api_token' } }, null],
    ['an API token for an upload that no report uses', { older: { token: 'api_token' } }, 'clear'],
    ['a page of ours', { photo: { token: null } }, null],
    ['an SDK that nobody knows', { photo: { sdkSource: 'curl' } }, null],
    ['an upload of before that was kept', { document: null }, null],
    ['a refused token of another applicant', { refused: ['other_applicant'] }, 'consider'],
    ['a refused page', { refused: ['origin'], document: { token: 'api_token' } }, 'consider'],
  ])('with %s', async (_, given, expected) => {
    expect(await authenticity(given)).toBe(expected);
  });
});

describe('device_integrity', () => {
  test.each<[string, Given, string | null]>([
    ['no name', {}, null],
    ['a real camera', { photo: { cameraName: 'FaceTime HD Camera' }, model: 'Pixel 8' }, null],
    ['a virtual camera', { document: { cameraName: 'OBS Virtual Camera' } }, 'consider'],
    ['an emulator in the file of the photo', { model: 'sdk_gphone64_x86_64' }, 'consider'],
  ])('with %s', async (_, given, expected) => {
    expect((await seen(given)).leaves[1]).toBe(expected);
  });
});

describe('device_reputation and ip_reputation', () => {
  test.each<[Partial<AddressReputation>, string, string | null]>([
    [{}, 'NOT_ENOUGH_DATA', null],
    [{ documentReports: 9 }, 'NOT_ENOUGH_DATA', null],
    [{ documentReports: 9, suspectedReports: 1 }, 'NOT_ENOUGH_DATA', 'consider'],
    [{ finishedChecks: 19, clearChecks: 0 }, 'NOT_ENOUGH_DATA', null],
    [{ finishedChecks: 20, clearChecks: 9 }, 'HIGH_RISK', 'consider'],
    [{ finishedChecks: 20, clearChecks: 10 }, 'LOW_RISK', 'clear'],
    [{ finishedChecks: 20, clearChecks: 20, suspectedReports: 2 }, 'LOW_RISK', 'consider'],
  ])('of %j', async (reputation, ip, expected) => {
    const { device, leaves } = await seen({ reputation });
    expect([device.ip_reputation, leaves[2]]).toEqual([ip, expected]);
    expect([device.number_of_ip_reuse_reports, device.number_of_suspected_ip_reuse_reports]).toEqual([
      reputation.documentReports ?? 0,
      reputation.suspectedReports ?? 0,
    ]);
  });
});

describe('single_device_used', () => {
  test.each<[string, Given, boolean | null]>([
    ['one upload', { document: null }, null],
    ['the same device', {}, true],
    ['another address of the network', { photo: { address: '192.0.2.200' } }, true],
    ['another network', { photo: { address: '192.0.3.7' } }, false],
    ['another user agent', { photo: { userAgent: 'y' } }, false],
    [
      'another first half of IPv6',
      { document: { address: '2001:db8:1::1' }, photo: { address: '2001:db8:2::1' } },
      false,
    ],
    ['one network of IPv6', { document: { address: '2001:db8:1:2::1' }, photo: { address: '2001:db8:1:3::1' } }, true],
    ['a server and a device', { document: { token: 'api_token' } }, null],
    ['an older upload from elsewhere', { older: { address: '198.51.100.1' } }, false],
  ])('with %s', async (_, given, expected) => {
    expect((await seen(given)).device.single_device_used).toBe(expected);
  });
});

describe('document_capture and biometric_capture', () => {
  test.each<[string, Given, string, string]>([
    ['an SDK says live', {}, 'live', 'live'],
    ['a file was chosen', { document: { captureMethod: 'html5' } }, 'unknown_method', 'live'],
    ['an API token says so', { photo: { token: 'api_token' } }, 'live', 'unknown_method'],
    ['nobody kept who sent it', { document: null }, 'unknown_method', 'live'],
  ])('where %s', async (_, given, document, biometric) => {
    const { device } = await seen(given);
    expect([device.document_capture, device.biometric_capture]).toEqual([document, biometric]);
  });
});

test('the latest upload says by which token, SDK and address', async () => {
  const photo = { token: null, address: '203.0.113.1' } as const;
  const { device } = await seen({ photo: { ...photo, sdkSource: 'onfido-android-sdk', sdkVersion: '9' } });
  expect([device.authentication_type, device.sdk_source, device.sdk_version]).toEqual([
    undefined,
    'onfido-android-sdk',
    '9',
  ]);
  expect((await seen({ photo: { sdkSource: 'curl' } })).device).not.toHaveProperty('sdk_source');
});

test('nothing that was not measured is said', async () => {
  const { device, result } = await seen({});
  for (const key of ['device_fingerprint_reuse', 'randomized_device', 'emulator', 'fake_network_request']) {
    expect(device).not.toHaveProperty(key);
  }
  expect(result).toBe('clear');
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
    'Chrome',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Windows', 'Firefox'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'iPhone',
    'iOS',
    'Mobile Safari',
  ],
  ['Dalvik/2.1.0 (Linux; U; Android 12; SM-A525F Build/SP1A.210812.016)', 'SM-A525F', 'Android', undefined],
  ['okhttp/4.9', undefined, undefined, undefined],
  ['', undefined, undefined, undefined],
  [`Mozilla/5.0 (${'('.repeat(480)}`, undefined, undefined, undefined],
])('the user agent %s', (text, raw_model, os, browser) => {
  const { raw_model: model, os: system, browser: program, ...rest } = userAgentFacts(text);
  expect([model, system, program, rest]).toEqual([raw_model, os, browser, {}]);
});
