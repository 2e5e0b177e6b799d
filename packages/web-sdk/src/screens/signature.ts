import type { ScreenView } from '../kit.ts';
import { loadSignature } from '../signature/lazy.ts';
import { formPage } from './form-page.ts';

/** Documents that are read and signed. */
export const signature: ScreenView = (kit) =>
  formPage(kit, {
    title: 'signature.title',
    lead: 'signature.lead',
    async load() {
      const module = await loadSignature();
      return (tools, slots) => kit.part?.kind === 'signature' && module.default(kit, kit.part, tools, slots);
    },
  });
