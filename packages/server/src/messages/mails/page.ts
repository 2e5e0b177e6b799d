import { dark, light } from '../../../../web-sdk/src/ui/tokens.ts';
import { Html, type HtmlPart, html } from '../../base/html.ts';

/** Attributes of the element `html` of a mail. */
function langAttributes({ lang, dir }: { readonly lang: string; readonly dir: 'ltr' | 'rtl' }): HtmlPart {
  return html` lang="${lang}"${dir === 'rtl' && html` dir="rtl"`}`;
}

/**
 * The dark theme. Mail programs that know no style sheet, or drop it, show the light theme of the style attributes. Outlook
 * on the web names its dark theme by `data-ogsc`.
 */
const style = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${darkRules('')}}`,
  darkRules('[data-ogsc] '),
].join('\n');

function darkRules(within: string): string {
  return [
    `${within}.page{background:${dark.page}!important;color:${dark.text}!important}`,
    `${within}.quiet{color:${dark.quiet}!important}`,
    `${within}a:not(.action){color:${dark.action}!important}`,
  ].join('');
}

/** A paragraph of lesser weight. */
export const quietParagraph = (content: HtmlPart | string): HtmlPart =>
  html`<p class="quiet" style="color:${light.quiet}">${content}</p>`;

/**
 * The page of a letter, for light and dark surroundings.
 *
 * @param language of its text; absent where others have written it
 */
export function letterPage(
  title: string,
  content: HtmlPart,
  language?: { readonly lang: string; readonly dir: 'ltr' | 'rtl' },
): string {
  return html`<!doctype html>
<html${language && langAttributes(language)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style></head>
<body class="page" style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5;color:${light.text};background:${light.page}">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${content}</div>
</body>
</html>
`.toString();
}
