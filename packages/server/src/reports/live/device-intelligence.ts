import ipaddr from 'ipaddr.js';
import { identityDocuments, latest } from '../media.ts';
import type { BreakdownTree, LeafFinding, Properties } from '../outcome.ts';
import type { ApplicantMedia, CaptureRef, ReportProcessor } from '../types.ts';
import { clear, consider, doubtful, unassessed, verdictOf } from './assessment.ts';
import { videoNames } from './facial-container.ts';
import { nameFaults } from './facial-source.ts';
import type { AddressReputation, SentUpload, Tools } from './tools.ts';
import { userAgentFacts } from './user-agent.ts';

export type DeviceTools = Tools<
  'analyser' | 'decision' | 'step' | 'file' | 'sentUploads' | 'refusedUploads' | 'addressReputation' | 'placeOf'
>;

/** Finished checks from an address below which nothing is said of it (screening contract 12.3). */
const ENOUGH_CHECKS = 20;

/** Share of clear checks among the finished ones below which an address has a high risk. */
const LOW_RISK_SHARE = 0.5;

/** Bits of an address that two uploads of one device share at least: a phone that moves on keeps its network. */
const PREFIX = { ipv4: 24, ipv6: 48 } as const;

/** Names of capture SDKs as they send them, in lower case with dashes, and as the wire has them. */
const SDK_SOURCES: Readonly<Record<string, string>> = {
  'onfido-android-sdk': 'onfido-android-sdk',
  'onfido-ios-sdk': 'onfido-ios-sdk',
  'onfido-web-sdk': 'onfido-web-sdk',
  // The wire has no name for it: it is the SDK of web pages, too.
  'bonafide-web-sdk': 'onfido-web-sdk',
};

type IpReputation = 'NOT_ENOUGH_DATA' | 'HIGH_RISK' | 'LOW_RISK';

const NOTHING: AddressReputation = { documentReports: 0, suspectedReports: 0, finishedChecks: 0, clearChecks: 0 };

/**
 * The live analysis of a device intelligence report (screening contract 12.3): what the requests of the uploads show of the
 * device. Uploads with an API token come from a client's server, and show nothing of a device.
 */
export function deviceProcessor(tree: BreakdownTree): ReportProcessor<DeviceTools> {
  return async ({ media }, tools) => {
    await tools.step('checking the device');
    const documents = identityDocuments(media);
    const capture = latestCapture(media);
    const uploads = await uploadsOf(media, tools);
    const last = latest(uploads);
    const reputation = last?.address === undefined ? NOTHING : await tools.addressReputation(last.address);
    const ipReputation = ipReputationOf(reputation);
    const looked = [...documents.map(({ id }) => id), ...(capture ? [capture.id] : []), ...(last ? [last.id] : [])];
    const judged = new Set(looked);
    const leaves = withDoubt({
      'device.application_authenticity': authenticity(
        uploads.filter(({ id }) => judged.has(id)),
        judged.size,
        await tools.refusedUploads(),
      ),
      'device.device_integrity': await integrity(uploads, capture, tools),
      'device.device_reputation': reputationLeaf(ipReputation, reputation),
    });

    const methodOf = (ids: readonly string[]) =>
      captureMethod(ids.map((id) => uploads.find((upload) => upload.id === id)));
    const sdkSource = last?.sdkSource === undefined ? undefined : sourceName(last.sdkSource);
    const device: Properties = {
      ...(last?.sdkVersion !== undefined && { sdk_version: last.sdkVersion }),
      ...(sdkSource !== undefined && { sdk_source: sdkSource }),
      ...(last?.token && { authentication_type: last.token }),
      ...(last?.userAgent !== undefined && userAgentFacts(last.userAgent)),
      number_of_ip_reuse_reports: reputation.documentReports,
      number_of_suspected_ip_reuse_reports: reputation.suspectedReports,
      ip_reputation: ipReputation,
      single_device_used: singleDevice(uploads),
      document_capture: methodOf(documents.map(({ id }) => id)),
      biometric_capture: methodOf(capture ? [capture.id] : []),
    };
    const place = last?.address === undefined ? null : tools.placeOf(last.address);
    const properties = {
      device,
      ...(last?.address !== undefined && { ip: { address: last.address } }),
      ...(place && { geolocation: place }),
    };
    return verdictOf({ family: 'other', tree }, { leaves, properties }, tools.decision);
  };
}

type TimedUpload = SentUpload & CaptureRef;

/** Senders of the media of the check. */
async function uploadsOf(media: ApplicantMedia, tools: Tools<'sentUploads'>): Promise<TimedUpload[]> {
  const { documents, livePhotos, liveVideos, motionCaptures, idPhotos } = media;
  const times = new Map(
    [...documents, ...livePhotos, ...liveVideos, ...motionCaptures, ...idPhotos].map((upload) => [
      upload.id,
      upload.created_at,
    ]),
  );
  return (await tools.sentUploads()).flatMap((upload) => {
    const created_at = times.get(upload.id);
    return created_at === undefined ? [] : [{ ...upload, created_at }];
  });
}

const latestCapture = ({ livePhotos, liveVideos, motionCaptures }: ApplicantMedia): CaptureRef | undefined =>
  latest([...livePhotos, ...liveVideos, ...motionCaptures]);

const sourceName = (sent: string): string | undefined => SDK_SOURCES[sent.toLowerCase().replaceAll('_', '-')];

/**
 * Judges the authenticity of the uploads' devices. @param expected number of uploads that the check was made from, including
 * uploads without a stored sender
 */
function authenticity(
  judged: readonly SentUpload[],
  expected: number,
  refused: Awaited<ReturnType<DeviceTools['refusedUploads']>>,
): LeafFinding {
  if (refused.includes('other_applicant')) {
    return consider("An upload for this applicant used another applicant's SDK token and was refused");
  }
  if (refused.includes('origin'))
    return consider('An upload came from a page that its SDK token does not allow and was refused');
  if (expected === 0) return unassessed('The applicant has not uploaded anything');
  if (judged.length < expected || judged.some(({ token }) => token !== 'sdk_token')) {
    return unassessed('Some uploads did not use an SDK token');
  }
  if (judged.some(({ sdkSource }) => sdkSource === undefined || sourceName(sdkSource) === undefined)) {
    return unassessed('An upload came from an unknown SDK');
  }
  return clear("Every upload came from a known SDK, with the applicant's SDK token and from an allowed page");
}

/** Judges the names of cameras, and the program of the latest capture: nothing here proves a real device. */
async function integrity(
  uploads: readonly SentUpload[],
  capture: CaptureRef | undefined,
  tools: Tools<'analyser' | 'file'>,
): Promise<LeafFinding> {
  const cameras = uploads.flatMap(({ cameraName }) => (cameraName ? [cameraName] : []));
  const none = { software: [] };
  const found = [
    ...cameras.flatMap((camera) => Object.values(nameFaults(none, camera))),
    ...(capture ? Object.values(nameFaults(await namesIn(capture.id, tools))) : []),
  ].flat();
  if (found.length > 0) return consider([...new Set(found.map(({ reason }) => reason))].join('. '));
  return unassessed('No virtual camera or emulator was reported. This does not prove that the device is real');
}

async function namesIn(id: string, { analyser, file }: Tools<'analyser' | 'file'>) {
  const { bytes, mediaType } = await file(id);
  return mediaType.startsWith('video/') ? videoNames(bytes) : (await analyser.run('photo', { bytes })).metadata;
}

function ipReputationOf({ finishedChecks, clearChecks }: AddressReputation): IpReputation {
  if (finishedChecks < ENOUGH_CHECKS) return 'NOT_ENOUGH_DATA';
  return clearChecks / finishedChecks < LOW_RISK_SHARE ? 'HIGH_RISK' : 'LOW_RISK';
}

function reputationLeaf(
  ip: IpReputation,
  { suspectedReports, finishedChecks, clearChecks }: AddressReputation,
): LeafFinding {
  if (suspectedReports > 0) {
    const reports = suspectedReports === 1 ? '1 document report' : `${suspectedReports} document reports`;
    return consider(`${reports} from this IP address ended as suspected within 24 hours`);
  }
  const share = { measure: clearChecks / Math.max(1, finishedChecks), threshold: LOW_RISK_SHARE };
  const counted = `${clearChecks} of ${finishedChecks} checks from this IP address in the last 30 days were clear`;
  if (ip === 'HIGH_RISK') return consider(counted, share);
  if (ip === 'LOW_RISK') return clear(counted, share);
  return unassessed(`Only ${finishedChecks} checks from this IP address ended in the last 30 days`, {
    measure: finishedChecks,
    threshold: ENOUGH_CHECKS,
  });
}

/** Adds a doubt to a report in which nothing could be assessed: it is not clear, and a person decides on it. */
function withDoubt(leaves: Record<string, LeafFinding>): Record<string, LeafFinding> {
  if (Object.values(leaves).some(({ result }) => result !== null)) return leaves;
  const path = 'device.application_authenticity';
  const { reason } = leaves[path] as LeafFinding;
  return {
    ...leaves,
    [path]: doubtful(reason, {
      settles: 'Ask the client how the uploads reached its server and which device made them.',
    }),
  };
}

/** Returns whether all uploads came from one device, as far as user agent and network show; null with fewer than two. */
function singleDevice(uploads: readonly SentUpload[]): boolean | null {
  const devices = uploads.filter(({ token }) => token !== 'api_token');
  if (devices.length < 2) return null;
  return new Set(devices.map(({ userAgent, address }) => JSON.stringify([userAgent, networkOf(address)]))).size === 1;
}

function networkOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const parsed = ipaddr.parse(address);
  const cidr = `${address}/${PREFIX[parsed.kind()]}`;
  return (parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(cidr).toString();
}

/** `live` only where an SDK says so of every one of them. */
function captureMethod(uploads: readonly (SentUpload | undefined)[]): 'live' | 'unknown_method' {
  const isLive = (upload: SentUpload | undefined) => upload?.token === 'sdk_token' && upload.captureMethod === 'live';
  return uploads.length > 0 && uploads.every(isLive) ? 'live' : 'unknown_method';
}
