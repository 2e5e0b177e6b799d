import { expect, it } from 'vitest';
import type { Branding } from '../../context/branding.ts';
import { applicantFormMail } from './mail.ts';

const formUri = 'https://id.example.com/forms/00000000-0000-7000-8000-000000000000/secret-secret-secret';

const baseUrl = 'https://id.example.com';
const brand = (more: Partial<Branding> = {}): Branding => ({
  name: 'Alice Ltd',
  privacyNoticeUrl: null,
  support: null,
  colour: null,
  logo: null,
  ...more,
});

it('asks in the name of the account, with the address in both bodies', () => {
  const { subject, text, html } = applicantFormMail({
    brand: brand(),
    firstName: 'Jane',
    language: 'en',
    formUri,
    baseUrl,
  });
  expect(subject).toBe('Verify your identity for Alice Ltd');
  expect(text).toBe(`Hello Jane,

Alice Ltd asks you to verify your identity. It takes a few minutes. Have your identity document ready.

Start verification:
${formUri}

The link is only for you. Anyone who has it can answer in your name. Don’t forward this email.

If you don’t know Alice Ltd or didn’t expect this email, you can ignore it.
`);
  expect(html).toContain(`href="${formUri}"`);
  expect(html).toContain('<p>Hello Jane,</p>');
});

it('lets no name become markup', () => {
  const { html, text } = applicantFormMail({
    brand: brand({ name: 'A & <b>B</b>' }),
    firstName: "<img src='x'>",
    language: 'en',
    formUri,
    baseUrl,
  });
  expect(html).not.toMatch(/<img|<b>/);
  expect(html).toContain('Hello &lt;img src=&#39;x&#39;&gt;,');
  expect(text).toContain("Hello <img src='x'>,");
});

it('a name can neither turn the direction of the letter nor break its lines', () => {
  const { text, subject } = applicantFormMail({
    brand: brand({ name: 'Ali\u202Ece\r\n Ltd' }),
    firstName: 'An\u2028na\u200F',
    language: 'en',
    formUri: 'https://id.example.com/forms/1/2',
    baseUrl,
  });
  expect(subject).toBe('Verify your identity for Alice Ltd');
  expect(text).toContain('Hello Anna,');
});

it('shows the branding of the account, and where to get help', () => {
  const { text, html } = applicantFormMail({
    brand: brand({
      privacyNoticeUrl: 'https://alice.example/privacy?a=1&b=2',
      support: { href: 'mailto:help@alice.example', label: 'help@alice.example', email: 'help@alice.example' },
      colour: '#ffe600',
      logo: { sha256: 'ab12', width: 120, height: 60 },
    }),
    firstName: 'Jane',
    language: 'en',
    formUri,
    baseUrl,
  });
  expect(text).toMatch(
    /\n\nQuestions\? Contact Alice Ltd: help@alice\.example\n\nPrivacy notice of Alice Ltd: https:\/\/alice\.example\/privacy\?a=1&b=2\n$/,
  );
  expect(html).toContain('<img src="https://id.example.com/logos/ab12.png" alt="Alice Ltd" width="80" height="40"');
  expect(html).toContain('background:#ffe600;color:#000000;');
  expect(html).toContain('<a href="mailto:help@alice.example">help@alice.example</a>');
  expect(html).toContain('<a href="https://alice.example/privacy?a=1&amp;b=2">');
});

it.each([
  ['de', 'Bestätigen Sie Ihre Identität für Alice Ltd', 'Guten Tag Jane,', '<html lang="de">', 'Identität bestätigen'],
  ['fr', 'Vérifiez votre identité pour Alice Ltd', 'Bonjour Jane,', '<html lang="fr">', 'Vérifier mon identité'],
  ['ar', 'تحقق من هويتك لدى Alice Ltd', 'مرحبًا Jane،', '<html lang="ar" dir="rtl">', 'ابدأ التحقق'],
  ['en_US', 'Verify your identity for Alice Ltd', 'Hello Jane,', '<html lang="en-US">', 'Start verification'],
  // A language without words.
  ['lb', 'Verify your identity for Alice Ltd', 'Hello Jane,', '<html lang="en-GB">', 'Start verification'],
])('is written in %s', (language, title, greeting, root, button) => {
  const { subject, text, html } = applicantFormMail({ brand: brand(), firstName: 'Jane', language, formUri, baseUrl });
  expect(subject).toBe(title);
  expect(text.split('\n')[0]).toBe(greeting);
  expect(html).toContain(root);
  expect(html).toContain(`>${button}</a>`);
});

it.each(['th', 'fa', 'ar'])('counts the years as the form does, in %s too', (language) => {
  const validUntil = Date.UTC(2026, 1, 3, 7, 5);
  const { text } = applicantFormMail({ brand: brand(), firstName: 'Jane', language, formUri, baseUrl, validUntil });
  // Thai and Persian would count from 543 BC and AD 622.
  expect(text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))).toContain('2026');
});

it.each([
  ['en', 'The link works until 3 February 2026 at 07:05 UTC.'],
  ['en_US', 'The link works until February 3, 2026 at 7:05 AM UTC.'],
  ['de', 'Der Link gilt bis zum 3. Februar 2026 um 07:05 UTC.'],
  ['ar', 'يعمل الرابط حتى 3 فبراير 2026 في 7:05 ص UTC.'],
])('says in %s until when its link works', (language, sentence) => {
  const validUntil = Date.UTC(2026, 1, 3, 7, 5);
  const asked = { brand: brand(), firstName: 'Jane', language, formUri, baseUrl };
  const { text, html } = applicantFormMail({ ...asked, validUntil });
  // Languages put blanks of several widths before the half of the day.
  expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(`\n\n${sentence}\n\n`);
  expect(html.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(`>${sentence}</p>`);
  expect(applicantFormMail(asked).text).not.toContain('2026');
});

it('has a dark theme, and shows the light one where style sheets are dropped', () => {
  const { html } = applicantFormMail({ brand: brand(), firstName: 'Jane', language: 'en', formUri, baseUrl });
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain(
    '@media (prefers-color-scheme:dark){.page{background:#12161c!important;color:#eef1f5!important}',
  );
  expect(html).toContain('color:#1c2430;background:#ffffff">');
});
