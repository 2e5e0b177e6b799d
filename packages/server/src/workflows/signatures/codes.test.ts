import { expect, it } from 'vitest';
import { parseWorkflow } from '../parse.ts';
import { codeRoute } from './codes.ts';

const both = { phone_number: '+447700900123', email: 'jane@example.com' };
const phone = { by: 'sms', to: '+447700900123', shown: '…123' };
const mail = { by: 'email', to: 'jane@example.com', shown: 'j…@example.com' };
const development = { mode: 'development', smsUrl: null, smtpUrl: null } as const;
const production = { mode: 'production', smsUrl: null, smtpUrl: null } as const;
const withMail = { ...production, smtpUrl: 'smtps://mail.example.com' };
const withBoth = { ...withMail, smsUrl: 'https://sms.example.com' };

it.each([
  [development, {}, both, phone],
  [development, {}, { email: both.email }, mail],
  [development, { code_by: 'email' }, both, mail],
  [development, {}, {}, 'The applicant has no phone number nor e-mail address for the code'],
  [development, { code_by: 'sms' }, { email: both.email }, 'The applicant has no phone number for the code'],
  [
    development,
    { code_by: 'email' },
    { phone_number: both.phone_number },
    'The applicant has no e-mail address for the code',
  ],
  [withBoth, {}, both, phone],
  [withMail, {}, both, mail],
  [withMail, {}, { phone_number: both.phone_number }, 'The applicant has no e-mail address for the code'],
  [withMail, { code_by: 'sms' }, both, "The code can't be sent"],
  [production, {}, both, "The code can't be sent"],
] as const)('in %j a step %j sends the code of %j to %j', (settings, step, applicant, expected) => {
  const route = codeRoute(settings, step, { phone_number: null, email: null, ...applicant });
  if (typeof expected === 'string') expect(route).toContain(expected);
  else expect(route).toEqual(expected);
});

it('is chosen by an advanced signature alone', () => {
  const file = (step: string) =>
    `id: aaaaaaaa-0000-4000-8000-000000000001\nversion: 1\nname: W\nsteps: [${step}]\ndecide: [{outcome: approve}]\n`;
  const advanced = parseWorkflow(file('{task: advanced_electronic_signature, code_by: email}'), 'w.yaml');
  expect(advanced.steps).toMatchObject([{ code_by: 'email' }]);
  expect(() => parseWorkflow(file('{task: advanced_electronic_signature, code_by: post}'), 'w.yaml')).toThrow(
    'steps[0].code_by: must be one of sms, email',
  );
  expect(() => parseWorkflow(file('{task: simple_electronic_signature, code_by: email}'), 'w.yaml')).toThrow(
    'steps[0].code_by: is unknown. Known keys: task, name, documents, sandbox',
  );
});
