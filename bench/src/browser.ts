import { type Browser, chromium } from 'playwright-core';
import { executablePath } from '../../e2e/src/chromium.ts';

export { executablePath };

/** Slow-down of the processor: what a middling phone is to a computer, as Lighthouse has it. */
export const CPU_RATE = 4;

/** Starts the Chromium of this system, which reaches this machine alone. */
export function launchBrowser(): Promise<Browser> {
  if (!executablePath) throw new Error('There is no Chromium (CHROMIUM names one)');
  return chromium.launch({
    executablePath,
    args: [
      // The bench answers for pages itself, so that the browser doesn't take them for pages of this machine.
      '--disable-features=LocalNetworkAccessChecks',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
    ],
  });
}
