import { UAParser } from 'ua-parser-js';

/** Facts of a user agent about its device; unknown ones are absent. */
export interface UserAgentFacts {
  /** The model of a phone or tablet, else the browser. */
  readonly raw_model?: string;
  readonly os?: string;
  readonly browser?: string;
}

/**
 * Placeholder that Chrome on Android writes in place of the model (User-Agent reduction,
 * https://www.chromium.org/updates/ua-reduction).
 */
const HIDDEN_MODEL = 'K';

export function userAgentFacts(text: string): UserAgentFacts {
  const { browser, os, device } = new UAParser(text).getResult();
  const model = device.model === HIDDEN_MODEL ? undefined : device.model;
  const raw_model = model || browser.name;
  return {
    ...(raw_model && { raw_model }),
    ...(os.name && { os: os.name }),
    ...(browser.name && { browser: browser.name }),
  };
}
