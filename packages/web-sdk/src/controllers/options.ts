import { notifyError } from '../events/errors.ts';
import { readOptions, type Settings } from '../options/read.ts';
import { toSdkError } from '../problems.ts';
import { brandIn } from '../token.ts';
import { plainMark } from '../ui/brand.ts';
import { showNotice } from '../ui/frame.ts';
import { type Mounted, withWords } from './mounted.ts';

/**
 * Validates options. The page is notified of an error after the caller has its handle, and once for each error, however
 * often the options are read. A running session keeps the last valid options.
 */
export function makeOptionsReader(mounted: Mounted): () => Settings | undefined {
  let valid = mounted.options;
  let lastError = '';

  return () => {
    const { options, listeners, place, session } = mounted;
    try {
      const settings = readOptions(options);
      valid = options;
      lastError = '';
      return settings;
    } catch (problem) {
      const error = toSdkError(problem);
      const expired = error.type === 'expired_token';
      const what = [error.type, error.message, options.token].join();
      // The session has already notified the page when its own token expired.
      const known = what === lastError || (expired && session && options.token === valid.token);
      lastError = what;
      const end = expired ? 'expired' : 'invalid';
      place.mark = () => plainMark(brandIn(options.token), options.showBranding);
      if (session) mounted.options = valid;
      else void withWords(mounted, (words) => showNotice(place, words, `error.${end}_title`, `error.${end}_lead`));
      if (!known) queueMicrotask(() => mounted.removed || notifyError(mounted.options, listeners, error));
      return undefined;
    }
  };
}
