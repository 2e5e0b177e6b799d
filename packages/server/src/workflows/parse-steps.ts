import { isAddress } from '../base/mail-address.ts';
import { memberRoles } from '../base/member-roles.ts';
import { choiceAt, eachOnce, integerAt, listAt, objectAt, type Place, recordAt, textAt } from '../base/place.ts';
import { publishedVersions } from '../base/versions.ts';
import { acceptedReportNames } from '../reports/index.ts';
import { UsDrivingLicence } from '../reports/us-driving-licence-fields.ts';
import type { Inclusion } from './include.ts';
import { readCondition } from './parse-condition.ts';
import {
  type BranchStep,
  type CaptureKind,
  type EndStep,
  type NotifyStep,
  type ParallelStep,
  profileFields,
  type RepeatStep,
  type ReviewStep,
  type SignatureKind,
  type SignatureStep,
  type SigningSource,
  type Step,
  type SubWorkflowStep,
  signatureKinds,
  type TaskStep,
  taskKinds,
} from './workflow.ts';

/** Names become ids of tasks, which match `^[0-9a-z_-]+$` (contract 2.1). */
const NAME = [/^[a-z][a-z0-9_]{0,59}$/, 'at most 60 lower case letters, digits and underscores'] as const;

/** Far more than any run needs. */
const MOST = { steps: 50, ways: 5, rounds: 10, choices: 6, documents: 10, addresses: 10 } as const;

/** A name in the directory of the workflows, which leads nowhere else. */
const PDF_NAME = [
  /^[A-Za-z0-9][\w.-]{0,99}\.pdf$/,
  'the name of a PDF beside the workflow, of at most 100 letters',
] as const;

const SUBJECT = [/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,200}$/u, 'one line of at most 200 letters'] as const;
const TEXT = [/^[\s\S]{1,5000}$/u, 'at most 5,000 letters'] as const;

/** Minutes of the units in which a wait is given, and the longest one. */
const units = { minutes: 1, hours: 60, days: 24 * 60 } as const;
const LONGEST_WAIT = 30 * units.days;

const reportNames = acceptedReportNames(publishedVersions.latest);

const keysOf = {
  profile_data: ['task', 'name', 'completed_by', 'required', 'optional'],
  check: ['task', 'name', 'reports', 'us_driving_licence'],
  wait: ['task', 'name', ...Object.keys(units)],
  manual_review: ['task', 'name', 'question', 'choices'],
  notify: ['task', 'name', 'to', 'subject', 'text'],
  signature: ['task', 'name', 'documents', 'sandbox'],
  advanced_electronic_signature: ['task', 'name', 'documents', 'code_by', 'sandbox'],
  biometric_token: ['task', 'name'],
  face_authentication: ['task', 'name'],
  passkey_enrollment: ['task', 'name', 'sandbox'],
  passkey_authentication: ['task', 'name', 'sandbox'],
  capture: ['task', 'name', 'completed_by'],
} as const;

/** A workflow beside the file, which leads nowhere else. */
const WORKFLOW_NAME = [
  /^[A-Za-z0-9][\w.-]{0,99}\.(ya?ml|json)$/,
  'the name of a file beside this one, .yaml, .yml or .json',
] as const;

/** Reads a block of steps. */
export function readSteps(place: Place, included: Inclusion): Step[] {
  return listAt(place, MOST.steps, (one) => readStep(one, included));
}

function readStep(place: Place, included: Inclusion): Step {
  const keys = typeof place.value === 'object' && place.value !== null ? Object.keys(place.value) : [];
  if (keys.includes('if')) return readBranch(place, included);
  if (keys.includes('parallel')) return readParallel(place, included);
  if (keys.includes('repeat')) return readRepeat(place, included);
  if (keys.includes('workflow')) return readSubWorkflow(place, included);
  return keys.includes('end') ? readEnd(place) : readTask(place);
}

function readBranch(place: Place, included: Inclusion): BranchStep {
  const step = objectAt(place, ['if', 'then', 'else']);
  const ways = { yes: readSteps(step.at('then'), included), no: readSteps(step.at('else'), included) };
  if (ways.yes.length + ways.no.length === 0) place.wrong(place.path, 'must have steps: then, else, or both');
  return { if: readCondition(step.at('if')), ...ways };
}

function readParallel(place: Place, included: Inclusion): ParallelStep {
  const ways = objectAt(place, ['parallel']).at('parallel');
  const parallel = listAt(ways, MOST.ways, (way) => readSteps(way, included));
  if (parallel.length < 2) ways.wrong(ways.path, 'must have two lists of steps at least');
  return { parallel };
}

function readRepeat(place: Place, included: Inclusion): RepeatStep {
  const step = objectAt(place, ['repeat', 'until', 'at_most']);
  const repeat = readSteps(step.at('repeat'), included);
  if (repeat.length === 0) place.wrong([...place.path, 'repeat'], 'must have a step at least');
  return { repeat, until: readCondition(step.at('until')), at_most: integerAt(step.at('at_most'), 1, MOST.rounds) };
}

function readSubWorkflow(place: Place, included: Inclusion): SubWorkflowStep {
  const step = objectAt(place, ['workflow', 'name', 'inputs']);
  const workflow = textAt(step.at('workflow'), WORKFLOW_NAME);
  const inputs = step.has('inputs') ? recordAt(step.at('inputs'), (one) => textAt(one)) : {};
  const wanted = { workflow, name: textAt(step.at('name'), NAME), inputs };
  return WORKFLOW_NAME[0].test(workflow) ? included.read(place, wanted) : { ...wanted, steps: [], decide: [] };
}

function readEnd(place: Place): EndStep {
  const step = objectAt(place, ['end', 'reason']);
  return {
    end: choiceAt(step.at('end'), ['approve', 'decline', 'review']),
    ...(step.has('reason') && { reason: textAt(step.at('reason')) }),
  };
}

function readTask(place: Place): TaskStep {
  const kind = (place.value as { task?: unknown } | null | undefined)?.task;
  const signs = signatureKinds.find((one) => one === kind);
  const keys = keysOf[isKeyed(kind) ? kind : signs ? 'signature' : 'capture'];
  const step = objectAt(place, keys);
  const task = choiceAt(step.at('task'), taskKinds);
  const name = step.has('name') ? textAt(step.at('name'), NAME) : task;
  if (task === 'check') {
    const reports = listAt(step.at('reports'), reportNames.length, (one) => choiceAt(one, reportNames));
    if (reports.length === 0) place.wrong([...place.path, 'reports'], 'must name at least one report');
    eachOnce(step.at('reports'), reports);
    return { task, name, reports, ...readLicence(place, step, reports) };
  }
  if (task === 'wait') return { task, name, minutes: readMinutes(place, step) };
  if (task === 'manual_review') return readReview(name, step);
  if (task === 'notify') return readNotify(name, step);
  if (task === 'biometric_token' || task === 'face_authentication') return { task, name };
  if (task === 'passkey_enrollment' || task === 'passkey_authentication')
    return { task, name, completed_by: 'applicant', sandbox: readSandbox(step) };
  if (signs) return readSignature(signs, name, step);
  const completed_by = step.has('completed_by')
    ? choiceAt(step.at('completed_by'), ['applicant', 'client'])
    : 'applicant';
  if (task !== 'profile_data') return { task: task as CaptureKind, name, completed_by };
  const fieldsAt = (key: string) => listAt(step.at(key), profileFields.length, (one) => choiceAt(one, profileFields));
  const [required, optional] = [fieldsAt('required'), fieldsAt('optional')];
  if (required.length + optional.length === 0) place.wrong(place.path, 'must ask for something: required or optional');
  eachOnce(step.at('required'), required);
  for (const [index, field] of optional.entries()) {
    if (required.includes(field)) place.wrong([...place.path, 'optional', index], `"${field}" is required already`);
  }
  return { task, name, completed_by, required, optional };
}

/** Returns whether a kind of task has keys of its own. */
const isKeyed = (kind: unknown): kind is Exclude<keyof typeof keysOf, 'capture' | 'signature'> =>
  typeof kind === 'string' && kind !== 'capture' && kind !== 'signature' && Object.hasOwn(keysOf, kind);

/** Reads which values the fields of a licence are. A report that needs a licence can't begin without. */
function readLicence(place: Place, step: ReturnType<typeof objectAt>, reports: readonly string[]) {
  const needed = reports.includes('us_driving_licence');
  const at = step.at('us_driving_licence');
  if (needed !== step.has('us_driving_licence')) {
    const [path, problem] = needed
      ? [place.path, 'must have us_driving_licence: the values of id_number, issue_state and others']
      : [at.path, 'is for the report us_driving_licence, which the check does not have'];
    place.wrong(path, problem);
  }
  if (!step.has('us_driving_licence')) return {};
  const fields = Object.keys(UsDrivingLicence.properties);
  const licence = objectAt(at, fields);
  for (const field of ['id_number', 'issue_state'] as const) {
    if (!licence.has(field)) at.wrong(at.path, `must have ${field}`);
  }
  const given = fields.filter((field) => licence.has(field));
  return { us_driving_licence: Object.fromEntries(given.map((field) => [field, textAt(licence.at(field))])) };
}

function readReview(name: string, step: ReturnType<typeof objectAt>): ReviewStep {
  const at = step.at('choices');
  const choices = step.has('choices') ? listAt(at, MOST.choices, (one) => textAt(one, NAME)) : ['approve', 'decline'];
  if (choices.length < 2) at.wrong(at.path, 'must have two choices at least');
  eachOnce(at, choices);
  return { task: 'manual_review', name, question: step.has('question') ? textAt(step.at('question')) : null, choices };
}

function readNotify(name: string, step: ReturnType<typeof objectAt>): NotifyStep {
  const at = step.at('to');
  const words = { subject: textAt(step.at('subject'), SUBJECT), text: textAt(step.at('text'), TEXT) };
  if (typeof at.value === 'object' && at.value !== null && !Array.isArray(at.value)) {
    return { task: 'notify', name, to: { role: choiceAt(objectAt(at, ['role']).at('role'), memberRoles) }, ...words };
  }
  if (!Array.isArray(at.value)) return { task: 'notify', name, to: choiceAt(at, ['applicant']), ...words };
  const to = listAt(at, MOST.addresses, (one) => {
    if (typeof one.value !== 'string' || !isAddress(one.value)) one.wrong(one.path, 'must be an e-mail address');
    return String(one.value);
  });
  if (to.length === 0) at.wrong(at.path, 'must have an address at least');
  eachOnce(at, to);
  return { task: 'notify', name, to, ...words };
}

function readSignature(task: SignatureKind, name: string, step: ReturnType<typeof objectAt>): SignatureStep {
  const documents = step.has('documents')
    ? listAt(step.at('documents'), MOST.documents, readSource)
    : ['applicant' as const];
  if (documents.length === 0) step.at('documents').wrong(step.at('documents').path, 'must name a document at least');
  const code_by = step.has('code_by') ? choiceAt(step.at('code_by'), ['sms', 'email']) : undefined;
  return {
    ...{ task, name, completed_by: 'applicant', documents, ...(code_by && { code_by }), sandbox: readSandbox(step) },
  };
}

/** Reads who completes a step of the applicant's in sandbox. */
const readSandbox = (step: ReturnType<typeof objectAt>): 'automatic' | 'applicant' =>
  step.has('sandbox') ? choiceAt(step.at('sandbox'), ['automatic', 'applicant']) : 'automatic';

function readSource(place: Place): SigningSource {
  if (typeof place.value === 'string') return choiceAt(place, ['applicant']);
  const source = objectAt(place, ['file', 'url']);
  if (source.has('file') === source.has('url')) place.wrong(place.path, 'must have one of file, url');
  return source.has('file') ? { file: textAt(source.at('file'), PDF_NAME) } : { url: textAt(source.at('url')) };
}

function readMinutes({ path, wrong }: Place, step: ReturnType<typeof objectAt>): number {
  const given = Object.entries(units).filter(([unit]) => step.has(unit));
  const [unit = 'minutes', minutes = 1] = given[0] ?? [];
  if (given.length !== 1) wrong(path, 'must have one of minutes, hours, days');
  else integerAt(step.at(unit), 1, LONGEST_WAIT / minutes);
  return Number(step.at(unit).value) * minutes;
}
