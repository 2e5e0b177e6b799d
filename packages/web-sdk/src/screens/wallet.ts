import type { ScreenView } from '../kit.ts';
import { loadWallet } from '../wallet/lazy.ts';
import { formPage } from './form-page.ts';

/** A document that the applicant's wallet presents. */
export const wallet: ScreenView = (kit) =>
  formPage(kit, {
    title: 'wallet.title',
    lead: 'wallet.lead',
    async load() {
      const module = await loadWallet();
      return (tools, slots) => {
        const offer = kit.part?.kind === 'document' && kit.part.wallet;
        if (offer) module.default(kit, offer, tools, slots);
      };
    },
  });
