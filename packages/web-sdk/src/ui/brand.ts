import type { Settings } from '../options/read.ts';
import type { Brand } from '../token.ts';
import { h } from './dom.ts';

/** Height of a logo in the bar, in CSS pixels. */
const HEIGHT = 28;

/** Pictures of logos by their addresses, as `blob:` addresses, which the strictest policy of a page allows. */
const logos = new Map<string, Promise<string>>();

function loadLogo(address: string): Promise<string> {
  const known = logos.get(address);
  if (known) return known;
  const loaded = fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' }).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return URL.createObjectURL(await response.blob());
  });
  logos.set(address, loaded);
  loaded.catch(() => logos.delete(address));
  return loaded;
}

/** The logo of a company, or its name without one and where the logo can't be loaded. */
function markOf({ name, logo }: Brand): HTMLElement {
  const named = () => h('bdi', {}, name);
  if (!logo) return h('p', { class: 'brand' }, named());
  const mark = h('p', { class: 'brand' });
  const scale = Math.min(1, HEIGHT / logo.height);
  const size = { width: Math.round(logo.width * scale), height: Math.round(logo.height * scale) };
  loadLogo(logo.address).then(
    (src) => mark.append(h('img', { src, alt: name, ...size })),
    () => mark.append(named()),
  );
  return mark;
}

/** The company above a screen: of the page's own options, else of the token. Undefined where the page shows it itself. */
export function brandMark({ options, enterprise, token }: Settings): HTMLElement | undefined {
  const { cobrand, logoCobrand } = enterprise;
  if (!cobrand && !logoCobrand) return plainMark(token.brand, options.showBranding);
  const logo = (src: string, surroundings: string) =>
    h('img', { class: surroundings, src, alt: '', width: 126, height: HEIGHT });
  return h(
    'p',
    { class: 'brand' },
    logoCobrand && logo(logoCobrand.lightLogoSrc, 'on-light'),
    logoCobrand && logo(logoCobrand.darkLogoSrc, 'on-dark'),
    cobrand && h('bdi', {}, cobrand.text),
  );
}

/** The company of a token, unless the page shows it itself. */
export const plainMark = (brand: Brand | null, isShown = true): HTMLElement | undefined =>
  brand && isShown ? markOf(brand) : undefined;

/** Name of the company that the applicant deals with: of the page's own options, else of the token. Undefined where the page shows it itself. */
export function companyOf({ options, enterprise, token }: Settings): string | undefined {
  const shown = options.showBranding === false ? undefined : token.brand?.name;
  return enterprise.cobrand?.text ?? shown;
}
