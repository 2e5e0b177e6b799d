import type { Kit } from '../kit.ts';
import type { Box } from '../vision/frame.ts';
import { h } from './dom.ts';
import { icon } from './icons.ts';

/** A picture that can be shown cropped, and enlarged. */
export interface PictureView {
  readonly shown: HTMLElement;
  /** Shows a part of the picture, in its pixels. */
  crop(part: Box): void;
}

/** Shows a picture. A button enlarges it; then it can be moved by touch, by the mouse wheel and by the arrow keys. */
export function pictureView(kit: Kit, src: string, alt: string): PictureView {
  const image = h('img', { src, alt });
  const sheet = h('div', { class: 'sheet' }, image);
  const view = h('div', { class: 'view' }, sheet);
  const zoom = h('button', { type: 'button', class: 'zoom', onclick: toggle }, icon('zoom'));
  const shown = h('div', { class: 'picture' }, view, zoom);
  let cropped: Box | undefined;
  label(false);

  function label(is: boolean): void {
    zoom.setAttribute('aria-label', kit.t(is ? 'capture.zoom_out' : 'capture.zoom_in'));
  }

  function toggle(): void {
    const is = !shown.classList.contains('zoomed');
    const height = view.clientHeight;
    view.style.height = is ? `${height}px` : '';
    shown.classList.toggle('zoomed', is);
    label(is);
    if (is) {
      // Keys can move only what has the focus.
      view.setAttribute('tabindex', '0');
      view.setAttribute('role', 'group');
      view.setAttribute('aria-label', alt);
    } else for (const name of ['tabindex', 'role', 'aria-label']) view.removeAttribute(name);
    view.scrollTo((view.scrollWidth - view.clientWidth) / 2, (view.scrollHeight - view.clientHeight) / 2);
  }

  function fit(): void {
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0) return;
    const part = cropped ?? { left: 0, top: 0, width, height };
    const percent = (share: number) => `${100 * share}%`;
    sheet.style.setProperty('--proportion', String(part.width / part.height));
    Object.assign(image.style, {
      width: percent(width / part.width),
      left: percent(-part.left / part.width),
      top: percent(-part.top / part.height),
    });
    sheet.classList.add('fitted');
  }
  image.addEventListener('load', fit);

  return {
    shown,
    crop(part) {
      cropped = part;
      fit();
    },
  };
}
