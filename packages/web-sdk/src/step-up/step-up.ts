import type { StepUpOffer } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import type { FormSlots, FormTools } from '../ui/form-tools.ts';
import { type Answer, offersIn, reportsForWallets } from './offers.ts';

/*
 * Loaded when a document may need more evidence. Imports nothing of the core: it gets its tools as arguments.
 */

/** Milliseconds between two requests while a document is analysed; the last one repeats. */
const PAUSES_MS = [1_000, 1_500, 2_000, 3_000, 5_000] as const;

const PATH = '/v3.6/step_ups';

/** Shows the step in its places; returns what stops it. */
export default function showStepUp(kit: Kit, tools: FormTools, { heading, lead, body, foot }: FormSlots): () => void {
  const { h, actions, button, alertBox, setPhrase } = tools;
  let evidence = kit.stepUp.take();
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const of = (report: string, more = '') => `${PATH}/${encodeURIComponent(report)}${more}`;

  /** Hands in what was captured, and asks until something is offered or nothing will be. */
  async function look(attempt = 0): Promise<void> {
    // A refusal means that the report waits no more: the list then says so.
    if (evidence) await kit.ask(of(evidence.report), { document_id: evidence.id, offer: evidence.kind });
    if (stopped) return;
    const answer: Answer | null = await kit.ask(PATH, undefined, 'GET');
    if (stopped) return;
    if (!answer) return showTrouble();
    evidence = undefined;
    const offers = offersIn(answer, kit.wallets.open());
    if (offers.length > 0) return showOffers(offers);
    // A browser without wallets can't add anything: a reviewer is asked at once.
    if (answer.pending !== true) return decline(reportsForWallets(answer));
    const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)];
    timer = setTimeout(() => void look(attempt + 1), pause);
  }

  function showTrouble(): void {
    const text = kit.t('camera.offline_lead');
    kit.say(text);
    body.replaceChildren(alertBox('note', null, text));
    foot.replaceChildren(actions(kit, button(kit, 'capture.again', restart)));
  }

  function restart(): void {
    body.replaceChildren(h('div', { class: 'spinner' }));
    foot.replaceChildren();
    void look();
  }

  function showOffers(offers: readonly StepUpOffer[]): void {
    const hasWallet = offers.some(({ kind }) => kind === 'credential');
    const title = hasWallet ? 'stepUp.wallet_title' : 'stepUp.title';
    const text = hasWallet ? 'stepUp.wallet_lead' : 'stepUp.lead';
    setPhrase(kit, heading, title);
    setPhrase(kit, lead, text);
    kit.say(`${kit.t(title)}. ${kit.t(text)}`);
    const code = offers.find(({ kind }) => kind === 'seal');
    body.replaceChildren(...(code ? [kit.words('p', `stepUp.${code.place ?? 'square'}`)] : []));
    const captures = offers.map((offer, index) =>
      button(kit, `stepUp.${offer.kind}`, () => kit.stepUp.capture(offer), {
        second: index > 0,
        ...(offer.kind !== 'credential' && { icon: 'camera' }),
      }),
    );
    const reports = offers.map(({ report }) => report);
    const skip = button(kit, hasWallet ? 'stepUp.wallet_skip' : 'stepUp.skip', () => void decline(reports), {
      second: true,
    });
    foot.replaceChildren(actions(kit, ...captures, skip));
  }

  async function decline(reports: readonly string[]): Promise<void> {
    body.replaceChildren(h('div', { class: 'spinner' }));
    foot.replaceChildren();
    // An offer that is not declined ends by itself.
    for (const report of new Set(reports)) await kit.ask(of(report, '/decline'), {});
    if (!stopped) kit.stepUp.leave();
  }

  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
