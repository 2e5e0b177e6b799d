import type { SideRead } from '@bonafide/verification';
import { tasks } from '../../../packages/server/src/analysis/tasks.ts';
import { publishedVersions } from '../../../packages/server/src/base/versions.ts';
import { defaultDecision } from '../../../packages/server/src/context/decision-settings.ts';
import { documentTree } from '../../../packages/server/src/reports/document.ts';
import { assuranceOf } from '../../../packages/server/src/reports/live/document/evidence/assurance.ts';
import { type DocumentTools, processDocument } from '../../../packages/server/src/reports/live/document/process.ts';
import type { Assessment, Verdict } from '../../../packages/server/src/reports/outcome.ts';
import type { ReportSubject } from '../../../packages/server/src/reports/types.ts';
import type { ChipFile } from '../assurance/chips.ts';

/** Verdict on a document. */
export type End = 'cleared' | 'doubted' | 'flagged';

export interface DocumentVerdict {
  readonly end: End;
  /** Sub-result of a flagged document: `rejected`, `suspected` or `caution`. */
  readonly as: string | null;
  /** Leaves that doubt or flag, with their reasons. */
  readonly why: readonly string[];
  /** Attackers that `properties.assurance` does not exclude. */
  readonly notExcluded: readonly string[];
}

/** Values of `decision_validity` that are measured: the default, and the absence of a sign alone. */
export const SETTINGS = [3, 1] as const;
export type Setting = (typeof SETTINGS)[number];

/** One upload: its sides as they were read, and what the client says of it. */
export interface ReadUpload {
  readonly sides: readonly SideRead[];
  readonly type: string;
  readonly side: 'front' | 'back' | null;
}

/** An unknown applicant, so that no name or birth date contradicts the document. */
const nobody: ReportSubject['applicant'] = { first_name: '-', last_name: '-', id_numbers: [] };

/** The data of a chip as capture SDKs send it: lists of signed bytes. */
function jsonOf({ dg1, dg2, sod, dg14, dg15, answered }: ChipFile): Uint8Array {
  const groups = Object.entries({ dg1, dg2, sod, dg14, dg15 }).flatMap(([name, bytes]) =>
    bytes ? [[name, [...new Int8Array(bytes)]]] : [],
  );
  const active = answered && { challenge_id: 'challenge', response: answered.response.toString('base64') };
  return Buffer.from(JSON.stringify({ ...Object.fromEntries(groups), active }));
}

/** The verdict of the service's own document report, with a chip if one was read. */
export async function documentVerdict(
  uploads: readonly ReadUpload[],
  today: string,
  setting: Setting,
  chip?: ChipFile,
): Promise<DocumentVerdict> {
  const files = chip ? [...uploads, { sides: [], type: uploads[0]!.type, side: null }] : uploads;
  const documents = files.map(({ type, side }, i) => ({
    id: String(i),
    type,
    side,
    issuing_country: null,
    created_at: i,
  }));
  const subject: ReportSubject = {
    version: publishedVersions.latest,
    applicant: nobody,
    checkCreatedAt: Date.parse(today),
    region: 'eu',
    media: {
      documents,
      documentIds: documents.map(({ id }) => id),
      livePhotos: [],
      liveVideos: [],
      motionCaptures: [],
      idPhotos: [],
    },
  };
  const isChip = (id: string) => chip !== undefined && Number(id) === uploads.length;
  async function run(
    name: 'documentSides' | 'chip' | 'passiveAuthentication' | 'activeAuthentication' | 'chipProof' | 'portraits',
    input: never,
  ) {
    if (name === 'portraits') return { main: chip?.face ? { embedding: chip.face } : null };
    if (name !== 'documentSides') return tasks[name](input);
    const { file } = input as { file: { id: string } };
    return uploads[Number(file.id)]!.sides.map((side) => ({ ...side, id: file.id }));
  }
  const tools: DocumentTools = {
    analyser: { run: run as never },
    decision: { ...defaultDecision, decision_validity: setting, report_assurance: 'on' },
    // Every open document is a published specimen: their list would decide in place of the analysers.
    today,
    westernToday: today,
    sanctionedCountries: [],
    specimens: [],
    step: async () => {},
    file: async (id) => ({
      id,
      fileName: id,
      uploadedAt: 0,
      bytes: isChip(id) ? jsonOf(chip!) : new Uint8Array(),
      ...(isChip(id) && chip?.answered && { chipChallenge: chip.answered.challenge.toString('base64') }),
      mediaType: isChip(id) ? 'application/json' : 'image/jpeg',
    }),
    otherUses: async () => [],
    isCompromised: async () => null,
    stateCertificates: async () => ({ certificates: [...(chip?.certificates ?? [])], revocationLists: [] }),
    sentUploads: async () => [],
    documentRegister: () => null,
    lookUp: async () => [],
    credentialIssuers: async () => [],
    credentialStatus: async () => ({ status: 'valid' }),
    sealTrust: async () => ({ keys: [], certificates: [], revocationLists: [] }),
    sameLook: async () => [],
    keepLook: async () => {},
  };
  const report = { family: 'document', tree: documentTree } as const;
  return judgedBy(await processDocument(report, {}, subject, tools));
}

function judgedBy(verdict: Verdict): DocumentVerdict {
  const { assessment } = verdict;
  const why = reasons(assessment);
  const notExcluded = (assessment && assuranceOf(assessment)?.not_excluded) ?? [];
  if (verdict.status === 'awaiting_approval') return { end: 'doubted', as: null, why, notExcluded };
  return { end: verdict.result === 'clear' ? 'cleared' : 'flagged', as: verdict.sub_result, why, notExcluded };
}

function reasons(assessment: Assessment | undefined): string[] {
  return Object.entries(assessment?.leaves ?? {}).flatMap(([path, { result, doubt, reason, measure }]) =>
    doubt || (result && result !== 'clear')
      ? [`${path}${doubt ? '?' : '!'} ${reason}${measure === undefined ? '' : ` (${Number(measure.toPrecision(3))})`}`]
      : [],
  );
}
