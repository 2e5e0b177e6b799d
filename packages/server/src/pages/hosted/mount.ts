import { createSdkToken } from '../../applicants/sdk-tokens/sdk-token.ts';
import { html } from '../../base/html.ts';
import { logoPath } from '../../context/branding.ts';
import { offersTextMessages } from '../../messages/sms/offered.ts';
import { type CaptureName, isFilmed, sdkStepOf, type WalletOffer } from './captures.ts';
import { mountScript } from './mount-script.ts';
import type { Mount } from './page.ts';
import { type Again, againNotice, progressLine } from './progress.ts';
import type { Visit } from './visit.ts';

/** Seconds that a page may capture before it has to be opened again: as long as an applicant may look for a bill. */
const TOKEN_SECONDS = 30 * 60;

/** Position of a page among the others. */
export interface PagePosition {
  /** Number of its step, and the number of steps; absent on pages without a step. */
  readonly place?: { readonly step: number; readonly of: number };
  /** Set if the step is repeated. */
  readonly again?: Again | undefined;
  /** Hints of this page before the others. */
  readonly tips?: readonly string[];
  /** Target of `Back`; absent where no earlier step can be opened again. */
  readonly back?: string;
  /** Names of the files that were given before, and where an applicant who keeps them continues. */
  readonly given?: { readonly names: readonly string[]; readonly keep: string } | undefined;
  /** Issuing country of proofs of address, if it need not be asked. */
  readonly country?: string | null | undefined;
  /** Set where the applicant's wallet is asked for the document first. */
  readonly wallet?: WalletOffer | undefined;
  /** Task that the page was opened for, sent again with the captures: by then another step may be due. */
  readonly task?: string;
}

/** Query key that requests a page without the SDK. */
export const PLAIN = 'file';

/** Path below the page's own, to which it sends the ids of the SDK's captures. */
export const CAPTURED = 'captured';

/**
 * The SDK in the place of a page, in the reader's language, with a token for the applicant that works on pages of this
 * service alone, for the workflow run that it is about, and not for long. Undefined where no SDK is installed.
 *
 * @param path of the page, below the root
 */
export async function mountSdk(
  visit: Visit,
  name: CaptureName,
  path: string,
  position: PagePosition,
): Promise<Mount | undefined> {
  const { sdk } = visit;
  const file = sdk?.file('onfido.min.js');
  if (!sdk || !file) return undefined;
  const { ctx, brand, applicant, root, runId, address, text } = visit;
  const { settings } = ctx.services;
  const words = text.captures;
  const options = {
    token: await createSdkToken(ctx, {
      applicantId: applicant.id,
      workflowRunId: runId,
      referrer: `${address}/*`,
      address,
      applicationId: null,
      crossDeviceUrl: null,
      tokenId: ctx.account_id,
      seconds: TOKEN_SECONDS,
    }),
    steps: [sdkStepOf(name, position)],
    language: text.sdk,
    // The page around it shows the company.
    showBranding: false,
    // The phone shows it beside the question whether it is the right one.
    ...(brand.logo ? { crossDeviceClientIntroProductLogoSrc: logoPath(brand.logo) } : {}),
    _crossDeviceLinkMethods: ['qr_code', 'copy_link', ...(offersTextMessages(settings) ? ['sms'] : [])],
  };
  const page = `${root}/${path}`;
  const { given, task } = position;
  // The page of a step-up waits for the analysis first, then offers a photo: its tab has a title that is true of both.
  const title = words.titles[name === 'step_up' ? 'document' : name];
  const hasPlainPage = !isFilmed(name) && position.wallet?.fallback !== false;
  return {
    head: html`<script src="${mountScript.path}" integrity="${mountScript.integrity}"></script>
<script defer src="/sdk/${sdk.version}/onfido.min.js" integrity="${file.integrity}"></script>`,
    body: html`<div id="capture" data-title="${title} – ${brand.name}"${isFilmed(name) && html` data-films=""`}>
${progressLine(text, position)}
${againNotice(position.again)}
${
  given &&
  html`<div class="given"><p><strong>${text.upload.given}:</strong> ${given.names.join(', ')}. ${text.upload.replace}</p>
<a class="button second" href="${given.keep}">${text.upload.keep}</a></div>`
}
<div id="sdk-mount" data-options="${JSON.stringify(options)}"></div>
<div class="below"><a class="button" id="again" href="${page}" hidden>${words.again}</a>
${position.back && html`<a href="${position.back}">${words.back}</a>`}
${hasPlainPage && html`<a id="instead" href="${page}?${PLAIN}">${words.instead}</a>`}</div>
<form id="captured" method="post" action="${page}/${CAPTURED}"><input type="hidden" name="media"><input type="hidden" name="task" value="${
      task ?? ''
    }"></form></div>
`,
  };
}
