import type { ScreenView } from '../kit.ts';
import { loadPasskey } from '../passkey/lazy.ts';
import { formPage } from './form-page.ts';

/** A passkey that is made or used. */
export const passkey: ScreenView = (kit) => {
  const makes = kit.part?.kind === 'passkey' && kit.part.makes;
  return formPage(kit, {
    title: makes ? 'passkey.create_title' : 'passkey.use_title',
    lead: makes ? 'passkey.create_lead' : 'passkey.use_lead',
    async load() {
      const module = await loadPasskey();
      return (tools, slots) => kit.part?.kind === 'passkey' && module.default(kit, kit.part, tools, slots);
    },
  });
};
