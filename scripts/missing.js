// What this machine lacks, and which tests are skipped for want of it.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const isInstalled = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)));

const hasChromium = () =>
  (process.env.CHROMIUM !== undefined && existsSync(process.env.CHROMIUM)) ||
  ['chromium', 'chromium-browser', 'google-chrome'].some(isInstalled);

const needs = [
  ['Chromium (CHROMIUM names one)', hasChromium, 'stories in browsers'],
  ['ffmpeg', () => isInstalled('ffmpeg'), 'films, and browsers with a camera'],
  ['pdftotext (poppler-utils)', () => isInstalled('pdftotext'), 'the words of PDFs'],
  ['openssl', () => isInstalled('openssl'), 'certificates and signatures as OpenSSL reads them'],
  [
    'TEST_DATA (see test-data/README.md)',
    () => process.env.TEST_DATA !== undefined,
    'more published specimens and lists',
  ],
  ['DATABASE_URL', () => process.env.DATABASE_URL !== undefined, 'what only PostgreSQL has'],
];

/** A line for each thing that is missing here. */
export const missing = () =>
  needs.filter(([, there]) => !there()).map(([what, , tests]) => `Skipped, without ${what}: ${tests}`);
