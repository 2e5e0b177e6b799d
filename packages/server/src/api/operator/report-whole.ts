import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableInteger, NullableString, nullableEnum, nullableObject, stringEnum } from '../../base/json-schema.ts';
import { listedKinds, listNames } from '../../base/listed-kinds.ts';
import type { ReviewedHit } from '../../checks/reports/hits.ts';
import type { ReportAtWork } from '../../checks/reports/list.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import type { Evidence } from '../../reports/live/document/evidence/evidence.ts';
import { grades } from '../../reports/live/document/evidence/forgery.ts';
import type { ListHit } from '../../reports/live/list-hits.ts';
import type { Assessment } from '../../reports/outcome.ts';
import { openDoubts, settledAssessment } from '../../reports/records/decision.ts';
import { overturnReasons, type Report, type ReportDecision } from '../../reports/records/report.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { Decided, wholeResults } from './report-decision.ts';
import { DecisionStateSchema, type presentDecisionState } from './report-decision-state.ts';
import { KeptHit, presentKeptHit, presentReviewedHit, ReviewHit } from './report-hits.ts';
import { RecordedPrincipal } from './schemas.ts';

export const Doubts = Type.Array(Type.String(), { description: 'Paths of the leaves that need manual review' });
const Anything = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

export const result = { status: Type.String(), result: NullableString, sub_result: NullableString };

/** An entry of a list: nothing in it was read from a document. */
export const facts = {
  id: Id,
  check_id: Id,
  applicant_id: Id,
  environment: Type.String(),
  name: Type.String(),
  ...result,
  created_at: DateTime,
  completed_at: NullableDateTime,
  step: NullableString,
  doubts: Doubts,
  failed: Type.Boolean({ description: 'True if the analysis failed' }),
};

const ComparedValue = Type.Object({
  source: stringEnum(['mrz', 'barcode', 'chip', 'credential', 'printed', 'applicant'] as const),
  value: Type.String(),
  certainty: nullableEnum(['sure', 'likely', 'weak'] as const),
  differing: Type.Array(Type.Integer(), {
    description:
      'Positions of the characters, from 0, that the first value does not have; for the first value, that any other value does not have',
  }),
  part: NullableString,
});

export const Leaf = Type.Object({
  result: NullableString,
  reason: Type.String({ description: 'The finding in words, which may contain compared values. Personal data' }),
  measure: Type.Optional(Type.Number()),
  threshold: Type.Optional(Type.Number()),
  doubt: Type.Boolean({ description: 'True if the leaf needs manual review' }),
  decided: nullableEnum(['clear', 'consider'] as const),
  properties: Type.Optional(Anything),
  values: Type.Optional(
    Type.Array(ComparedValue, {
      description: 'Compared values, with the parts of the image that show them. Personal data',
    }),
  ),
  settles: Type.Optional(Type.String({ description: 'Evidence that would settle the doubt' })),
});

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Part = Type.Object({
  id: Type.String({ description: 'Id of the crop' }),
  kind: stringEnum(['portrait', 'ghost', 'zone', 'barcode', 'field', 'heat'] as const),
  media_id: Id,
  page: Type.Integer({ description: 'Page of a PDF, from 0' }),
  box: Type.Object(
    { left: Share, top: Share, width: Share, height: Share },
    { description: 'Box in fractions of the upright image' },
  ),
  field: Type.Optional(Type.String()),
  source: Type.Optional(stringEnum(['mrz', 'printed'] as const)),
});

const EvidenceShown = Type.Object(
  {
    kind: Type.String({ description: 'Kind of the document, by the place of its data' }),
    found: Type.Array(
      Type.Object({
        forgery: Type.String(),
        leaf: Type.String({ description: 'Path of the leaf that reports the forgery' }),
        confirmed_by: Type.Array(
          Type.Object({
            source: Type.String(),
            grade: stringEnum(grades),
            issuer: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-3 of the issuer' })),
            key: Type.Optional(Type.String({ description: 'Key that signed the data' })),
            measure: Type.Optional(Type.Number()),
            threshold: Type.Optional(Type.Number()),
            reason: Type.Optional(Type.String()),
          }),
          { description: 'Evidence that the document was not forged in this way; empty if there is none' },
        ),
      }),
    ),
  },
  {
    title: 'Evidence',
    description: 'Evidence against forgery, see the guide on evidence; null if no document was assessed',
  },
);

const ClearedByClassBody = Type.Object(
  {
    class: Id,
    type: Type.String({ description: 'Type of the documents' }),
    country: Type.String({ description: 'ISO 3166-1 alpha-3 of the issuer' }),
    reviewed: Type.Integer({ description: 'Reviews of the class in the 180 days before' }),
    overturned: Type.Integer({ description: 'Reviews among them that did not clear the report' }),
  },
  {
    title: 'Class of audited automation',
    description: 'Class by which audited automation cleared the report without a reviewer; null where it did not',
  },
);

const Decisions = Type.Array(
  Type.Object({
    at: DateTime,
    decided_by: RecordedPrincipal,
    confirmed_by: RecordedPrincipal,
    confirmed_note: Type.Optional(Type.String({ description: 'Note of a second person who decided the same' })),
    note: Type.String(),
    hits: Type.Optional(Type.Array(KeptHit)),
    leaves: Type.Optional(Type.Record(Type.String(), Decided)),
    result: nullableEnum(wholeResults),
    differing: Type.Optional(
      Type.Array(
        Type.Object({
          at: DateTime,
          decided_by: RecordedPrincipal,
          note: Type.String(),
          leaves: Type.Optional(Type.Record(Type.String(), Decided)),
          result: nullableEnum(wholeResults),
        }),
        { description: 'The two differing decisions that this decision settled; neither took effect' },
      ),
    ),
    overturned: Type.Optional(
      Type.Object(
        {
          reason: stringEnum(overturnReasons),
          result: nullableEnum(wholeResults),
          sub_result: NullableString,
          breakdown: Anything,
          properties: Anything,
        },
        { description: 'Outcome of the report before this decision, which overturned it. Personal data' },
      ),
    ),
  }),
);

const ListHitBody = Type.Object(
  {
    entry_id: Id,
    list: stringEnum(listNames),
    kind: stringEnum(listedKinds),
    value: Type.String({ description: 'The listed value. Personal data' }),
    reason: Type.String({ description: 'Reason for the entry' }),
    by: RecordedPrincipal,
    author: { ...NullableString, description: 'Name of the member who added the entry' },
    at: DateTime,
    exempt: Type.Boolean({ description: 'True for a block entry that an allow entry of its kind overrides' }),
  },
  { title: 'List hit' },
);

export const Whole = Type.Object(
  {
    ...facts,
    decided_by: RecordedPrincipal,
    attempts: NullableInteger,
    failure: NullableString,
    cleared_by_class: nullableObject(ClearedByClassBody),
    age_over: { ...NullableInteger, description: 'Age that the report answers for, and nothing else' },
    media: Anything,
    leaves: Type.Record(Type.String(), Leaf),
    evidence: nullableObject(EvidenceShown),
    properties: Anything,
    fields: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Name of the field, as in leaves' }),
        values: Type.Array(ComparedValue),
      }),
      {
        description: 'Fields of a document, each with the value of every source and of the client. Personal data',
      },
    ),
    hits: Type.Array(ReviewHit, { description: 'Hits of a watchlist report; suppressed hits come last' }),
    list_hits: Type.Array(ListHitBody, {
      description:
        "Entries of the account's blocklist and allowlist that the report has hit, as they were at the analysis",
    }),
    proposal: { ...NullableString, description: 'The decision that needs a second operator' },
    standing: DecisionStateSchema,
    parts: Type.Array(Part, { description: 'Parts of the document images, with their places' }),
    waits_for_applicant: Type.Boolean({ description: 'True while the applicant is asked for more' }),
    portrait_changed: Type.Boolean({
      description:
        'True if the applicant has sent other pictures of the document than those with which a face was compared',
    }),
    decisions: Decisions,
    rounds: Type.Array(
      Type.Object({
        request_id: { ...Id, description: 'The information request that ended the round' },
        ended_at: DateTime,
        media: Anything,
        failure: NullableString,
        leaves: Type.Record(Type.String(), Leaf),
        decisions: Decisions,
      }),
      { description: 'Evidence, findings and decisions before each answer of the applicant, the first first' },
    ),
  },
  { title: 'Report of an operator' },
);

/** An entry of a list. */
export function presentFacts({ created_at, completed_at, ...report }: ReportAtWork, environment: string) {
  return {
    ...report,
    environment,
    created_at: isoSeconds(created_at),
    completed_at: isoSecondsOrNull(completed_at),
    doubts: openDoubts(report),
    failed: report.failure !== undefined,
  };
}

/** Leaves as analysers found them, each with its manual review. */
export function presentLeaves(
  report: Pick<Report, 'name' | 'status' | 'decisions'> & { assessment?: Assessment | undefined },
) {
  const now = settledAssessment(report)?.leaves ?? {};
  const doubts = new Set(openDoubts(report));
  const settled = new Set((report.decisions ?? []).flatMap(({ leaves = {} }) => Object.keys(leaves)));
  return Object.fromEntries(
    Object.entries(report.assessment?.leaves ?? {}).map(([path, finding]) => [
      path,
      {
        ...finding,
        doubt: doubts.has(path),
        decided: settled.has(path) ? (now[path]?.result as 'clear' | 'consider') : null,
      },
    ]),
  );
}

const evidenceOf = ({ kind, found }: Evidence) => ({
  kind,
  found: found.map(({ confirmed_by, ...finding }) => ({ ...finding, confirmed_by: [...confirmed_by] })),
});

/** Findings with every record of a watchlist, including records that a person has ruled out. */
const foundProperties = ({ properties, records }: Assessment) =>
  records ? { ...properties, records: records.map(({ leaves, shown }) => ({ leaves, ...shown })) } : properties;

interface Beside {
  readonly hits: readonly ReviewedHit[];
  readonly proposal: string | null;
  readonly decisionState: Awaited<ReturnType<typeof presentDecisionState>>;
}

export function presentWhole(
  report: ReportAtWork & { attempts: number | null },
  environment: string,
  { hits, proposal, decisionState }: Beside,
) {
  const { assessment, age_over = null, failure = null, decisions = [], list_hits = [], media, rounds = [] } = report;
  return {
    ...presentFacts(report, environment),
    attempts: report.attempts,
    failure,
    cleared_by_class: assessment?.automation ?? null,
    age_over,
    media: { ...media },
    leaves: presentLeaves(report),
    evidence: assessment?.evidence ? evidenceOf(assessment.evidence) : null,
    properties: assessment && age_over === null ? foundProperties(assessment) : report.properties,
    fields: (assessment?.fields ?? []).map(({ field, values }) => ({ field, values: [...values] })),
    hits: hits.map(presentReviewedHit),
    list_hits: list_hits.map(presentListHit),
    proposal,
    standing: decisionState,
    parts: (assessment?.parts ?? []).map(({ heat: _, ...part }) => part),
    waits_for_applicant: report.information_request !== undefined,
    portrait_changed: report.portrait_changed === true,
    decisions: decisions.map(presentWholeDecision),
    rounds: rounds.map(({ request_id, ended_at, media: earlier, failure: failed = null, ...round }) => ({
      request_id,
      ended_at: isoSeconds(ended_at),
      media: { ...earlier },
      failure: failed,
      leaves: presentLeaves({ ...report, assessment: undefined, decisions: [], ...round }),
      decisions: (round.decisions ?? []).map(presentWholeDecision),
    })),
  };
}

const presentListHit = ({ created_by, created_at, exempt, ...hit }: ListHit) => ({
  ...hit,
  by: recordedPrincipal(created_by),
  at: isoSeconds(created_at),
  exempt: exempt === true,
});

const presentWholeDecision = ({
  confirmed_by,
  confirmed_note,
  hits,
  differing,
  overturned,
  ...one
}: ReportDecision) => ({
  ...presentDecision(one),
  confirmed_by: recordedPrincipal(confirmed_by),
  ...(confirmed_note !== undefined && { confirmed_note }),
  ...(hits && { hits: hits.map(presentKeptHit) }),
  ...(differing && { differing: differing.map(presentDecision) }),
  ...(overturned && {
    overturned: {
      ...overturned,
      breakdown: { ...overturned.breakdown },
      properties: { ...overturned.properties },
    },
  }),
});

const presentDecision = ({ at, by, note, leaves, result }: ReportDecision) => ({
  at: isoSeconds(at),
  decided_by: recordedPrincipal(by),
  note,
  result,
  ...(leaves && { leaves }),
});
