import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { FormTools } from '../ui/form-tools.ts';

/** A viewer has read it by then; what it shows stays. */
const KEPT_MS = 60_000;

/**
 * Opens a document in another tab, or has it downloaded where pages can open none. Returns what went wrong.
 *
 * The tab opens at once: a browser refuses one that opens later than the press that it is for.
 */
export async function openDocument(
  kit: Kit,
  h: FormTools['h'],
  path: string,
  fileName: string,
): Promise<PhraseKey | undefined> {
  const tab = window.open('', '_blank');
  const file = await kit.download(path);
  if (!file) {
    tab?.close();
    return 'error.connection_title';
  }
  // As nothing but PDF: it opens in the origin of the client's page.
  const url = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }));
  if (tab) tab.location.replace(url);
  else h('a', { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  return undefined;
}
