import type { ScreenView } from '../kit.ts';
import { loadStepUp } from '../step-up/lazy.ts';
import { formPage } from './form-page.ts';

/** Offers more evidence on a document. */
export const stepUp: ScreenView = (kit) => {
  let stop: (() => void) | undefined;
  const page = formPage(kit, {
    title: 'stepUp.wait_title',
    lead: 'stepUp.wait_lead',
    async load() {
      const module = await loadStepUp();
      return (tools, slots) => {
        stop = module.default(kit, tools, slots);
      };
    },
  });
  return {
    ...page,
    gone() {
      page.gone?.();
      stop?.();
    },
  };
};
