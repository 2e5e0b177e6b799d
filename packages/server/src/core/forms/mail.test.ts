import { expect, it } from 'vitest';
import { applicantFormMail } from './mail.ts';

const formUri = 'https://id.example.com/forms/00000000-0000-7000-8000-000000000000/secret-secret-secret';

it('asks in the name of the account, with the address in both bodies', () => {
  const { subject, text, html } = applicantFormMail({ accountName: 'Alice Ltd', firstName: 'Jane', formUri });
  expect(subject).toBe('Alice Ltd asks you to confirm your identity');
  expect(text).toBe(`Hello Jane,

Alice Ltd asks you to confirm your identity. It takes a few minutes; have your identity document at hand.

Open the form:
${formUri}

The link is for you alone: whoever has it can fill in the form in your name. Please do not forward this mail.

If you do not know Alice Ltd or did not expect this, you can ignore it.
`);
  expect(html).toContain(`<a href="${formUri}"`);
  expect(html).toContain('<p>Hello Jane,</p>');
});

it('lets no name become markup', () => {
  const { html, text } = applicantFormMail({ accountName: 'A & <b>B</b>', firstName: "<img src='x'>", formUri });
  expect(html).not.toMatch(/<img|<b>/);
  expect(html).toContain('Hello &lt;img src=&#39;x&#39;&gt;,');
  expect(text).toContain("Hello <img src='x'>,");
});

it('a name can neither turn the direction of the letter nor break its lines', () => {
  const { text, subject } = applicantFormMail({
    accountName: 'Ali\u202Ece Ltd',
    firstName: 'An\u2028na\u200F',
    formUri: 'https://id.example.com/forms/1/2',
  });
  expect(subject).toBe('Alice Ltd asks you to confirm your identity');
  expect(text).toContain('Hello Anna,');
});
