import { offerOf } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import { h } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import type { PictureView } from '../ui/picture-view.ts';
import { loadDocumentVision, loadFaceVision } from '../vision/lazy.ts';
import type { Finding, Judgement } from '../vision/still.ts';

/** Findings that nothing has to be corrected about. */
const GOOD: readonly Finding[] = ['corners', 'sharp', 'no_glare', 'face'];

/** Width of a page by its height (ISO 216). */
const PAGE = Math.SQRT1_2;

/** Width of the document of a step by its height. */
function proportionOf({ part, choice }: Kit): number {
  if (part?.kind === 'poa') return PAGE;
  return choice?.type === 'passport' ? 1.42 : 1.586;
}

/** Judges the picture of a step. Close-ups and what isn't a picture are not judged. */
async function judge(kit: Kit, isStopped: () => boolean): Promise<Judgement | undefined> {
  const { part } = kit;
  const file = kit.picture?.file;
  if (!file?.blob.type.startsWith('image/') || offerOf(part)?.kind === 'seal') return undefined;
  const picture = await createImageBitmap(file.blob);
  try {
    const still = { picture, placed: file.placed, wasGood: file.isAutomatic === true, isStopped };
    if (part?.kind === 'face') return await (await loadFaceVision()).judgeFace(still);
    return await (await loadDocumentVision()).judgeDocument(still, proportionOf(kit));
  } finally {
    picture.close();
  }
}

/** The list of findings about a picture. It is hidden until the device has judged the picture, and stays hidden where the device can't. */
export function seenIn(kit: Kit, view: PictureView): { list: HTMLElement; start(): void; stop(): void } {
  const list = h('ul', { class: 'seen', role: 'list', 'aria-label': kit.t('seen.label'), hidden: true });
  let stopped = false;

  function show({ findings, part }: Judgement): void {
    if (part) view.crop(part);
    if (findings.length === 0) return;
    for (const finding of findings) {
      const isGood = GOOD.includes(finding);
      const row = h('li', { class: isGood ? 'fine' : 'flaw' }, icon(isGood ? 'check' : 'alert', 18));
      row.append(kit.words('span', `seen.${finding}`));
      list.append(row);
    }
    list.hidden = false;
    kit.say(findings.map((finding) => kit.t(`seen.${finding}`)).join(', '));
  }

  return {
    list,
    start() {
      // A picture that can't be judged here is judged by the service.
      judge(kit, () => stopped).then(
        (judgement) => stopped || (judgement && show(judgement)),
        () => {},
      );
    },
    stop() {
      stopped = true;
    },
  };
}
