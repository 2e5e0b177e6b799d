import type { Browser } from 'playwright-core';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import { startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath, openBrowser } from '../chromium.ts';
import { hasFfmpeg } from './footage.ts';
import { desktop, type Visit, visitShop } from './shop.ts';

/** True if the SDK can be tried here; says so once if it can't. */
export const possible = executablePath !== undefined && hasFfmpeg;
if (!possible) console.warn('The browser SDK is not tried: it needs Chromium (CHROMIUM names one) and ffmpeg');

/** A service in the time of the world, and a browser whose camera sees a person. */
export interface Stage<S extends TestService = TestService> {
  readonly service: S;
  readonly browser: Browser;
  /** An applicant with an SDK token for pages at any address. */
  admit(): Promise<{ applicant: string; token: string }>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage>;
export async function openStage<S extends TestService>(start: () => Promise<S>): Promise<Stage<S>>;
export async function openStage(start = () => startService({ realTime: true })): Promise<Stage> {
  const [service, browser] = await Promise.all([start(), openBrowser()]);
  return {
    service,
    browser,
    async admit() {
      const applicant = await storyOf(service, 'v3.6').applicant();
      const { body } = await service.post('/v3.6/sdk_token', { applicant_id: applicant, referrer: '*://*/*' });
      return { applicant, token: body.token };
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

/** A document step with a passport alone, as a script has it. */
export const passport = "[{ type: 'document', options: { documentTypes: { passport: true } } }]";

/** Pages of one applicant on a computer; `TOKEN` in their scripts is the applicant's. */
export const pagesOf =
  ({ browser, service }: Stage, token: string) =>
  (script: string, options: Visit = {}, markup?: string) =>
    visitShop(browser, service, script.replaceAll('TOKEN', `'${token}'`), { ...desktop, ...options }, markup);

/** An unsigned token with any claims: enough for a page, not for the service. */
export function unsignedToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.none`;
}
