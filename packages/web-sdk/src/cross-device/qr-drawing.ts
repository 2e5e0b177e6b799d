import type { svg as drawSvg } from '../ui/dom.ts';
import { qrCode } from './qr.ts';

/**
 * The QR code of a text as a drawing, with the four light modules around it that readers want (ISO/IEC 18004, 6.3.8). Throws for a text
 * that is too long for the version.
 */
export function qrDrawing(
  { svg }: { readonly svg: typeof drawSvg },
  text: string,
  label: string,
  maxVersion?: number,
): SVGElement {
  const modules = qrCode(text, maxVersion);
  const side = modules.length + 8;
  const path = modules
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : [])))
    .join('');
  return svg(
    'svg',
    { viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    svg('rect', { width: side, height: side, fill: '#fff' }),
    svg('path', { d: path, fill: '#000' }),
  );
}
