import { loadProfile } from '../data/lazy.ts';
import type { ScreenView } from '../kit.ts';
import { formPage } from './form-page.ts';

/** Shows the form for typed data. */
export const data: ScreenView = (kit) =>
  formPage(kit, {
    title: 'profileData.title',
    lead: 'profileData.lead',
    async load() {
      const module = await loadProfile();
      return (tools, slots) => kit.part?.kind === 'data' && module.default(kit, kit.part, tools, slots);
    },
  });
