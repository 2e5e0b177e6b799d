import { isAddress } from '../../base/mail-address.ts';
import { memberRoles } from '../../base/member-roles.ts';
import { choiceAt, eachOnce, listAt, objectAt, type Place, textAt } from '../../base/place.ts';
import { languages } from '../../input-rules/languages.ts';
import { codeIn } from '../../words/ids.ts';
import { pathsIn, renamedPaths } from '../letter.ts';
import { notify as queueNotices } from '../runs/notify.ts';
import { createTask, finishTask } from '../runs/tasks.ts';
import type { NoticeWords, NotifyStep } from '../workflow.ts';
import { enqueueWork } from './enqueue-work.ts';
import { OF_THE_SERVICE, type StepFields, type StepKind } from './kind.ts';

const MOST_ADDRESSES = 10;
const SUBJECT = [/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,200}$/u, 'one line of at most 200 letters'] as const;
const TEXT = [/^[\s\S]{1,5000}$/u, 'at most 5,000 letters'] as const;

/** Reads the recipients: the applicant, the members of a role, or addresses. */
function readRecipients(fields: StepFields): NotifyStep['to'] {
  const at = fields.at('to');
  if (typeof at.value === 'object' && at.value !== null && !Array.isArray(at.value)) {
    return { role: choiceAt(objectAt(at, ['role']).at('role'), memberRoles) };
  }
  if (!Array.isArray(at.value)) return choiceAt(at, ['applicant']);
  const to = listAt(at, MOST_ADDRESSES, (item) => {
    if (typeof item.value !== 'string' || !isAddress(item.value)) item.wrong(item.path, 'must be an e-mail address');
    return String(item.value);
  });
  if (to.length === 0) at.wrong(at.path, 'must have at least one address');
  eachOnce(at, to);
  return to;
}

/** Codes of the languages that a run's link can ask for, without their regions. */
const codes = [...new Set(languages.map(codeIn))];

const readWords = (fields: Pick<StepFields, 'at'>): NoticeWords => ({
  subject: textAt(fields.at('subject'), SUBJECT),
  text: textAt(fields.at('text'), TEXT),
});

/** Reads the words in other languages. Nobody knows the language of members and of other addresses. */
function readTranslations(at: Place, to: NotifyStep['to']): NonNullable<NotifyStep['translations']> {
  if (to !== 'applicant') at.wrong(at.path, 'is for mail to the applicant only');
  const whole = objectAt(at, codes);
  const found = codes.filter((code) => whole.has(code));
  return Object.fromEntries(found.map((code) => [code, readWords(objectAt(whole.at(code), ['subject', 'text']))]));
}

/** All words of a step, each with its place in the step. */
const wordsOf = (step: NotifyStep): (readonly [path: Place['path'], words: NoticeWords])[] => [
  [[], step],
  ...Object.entries(step.translations ?? {}).map(([code, words]) => [['translations', code], words] as const),
];

const recipientsOf = ({ to }: NotifyStep): string =>
  typeof to === 'string' ? to : 'role' in to ? `members: ${to.role}` : to.join(', ');

/** Sends a mail. */
export const notify: StepKind<NotifyStep> = {
  keys: ['to', 'subject', 'text', 'translations'],
  parse(head, fields) {
    const to = readRecipients(fields);
    const more = fields.has('translations') ? { translations: readTranslations(fields.at('translations'), to) } : {};
    return { ...head, to, ...readWords(fields), ...more };
  },
  judge(step, { at, value }) {
    for (const [place, words] of wordsOf(step)) {
      for (const key of ['subject', 'text'] as const) {
        for (const path of pathsIn(String(words[key]))) value([...at, ...place, key], path);
      }
    }
  },
  rename(step, naming) {
    const { translations } = step;
    const renamed = ({ subject, text }: NoticeWords): NoticeWords => ({
      subject: renamedPaths(subject, naming.path),
      text: renamedPaths(text, naming.path),
    });
    const more = translations && {
      translations: Object.fromEntries(Object.entries(translations).map(([code, words]) => [code, renamed(words)])),
    };
    return { ...step, ...renamed(step), ...more };
  },
  outputTypes: () => ({ mails: 'number' }),
  dryOutput: { mails: 0 },
  hint: (step) => `mail to ${recipientsOf(step)}`,
  /** The mails are queued in the transaction that writes the task: a repeated job finds the task and sends nothing again. */
  async begin(ctx, tx, run, { place, step }) {
    await enqueueWork(ctx, tx, run);
    const input = { mails: await queueNotices(ctx, tx, run, step) };
    return { run, task: await createTask(ctx, tx, run, { ...place, input }) };
  },
  completion: OF_THE_SERVICE,
  settle: (ctx, tx, run, { task }) => finishTask(ctx, tx, run, task, { mails: task.input.mails }),
};
