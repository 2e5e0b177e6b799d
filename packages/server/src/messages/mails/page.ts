import { type HtmlPart, html } from '../../base/html.ts';

/** Attributes of the element `html` of a mail. */
export function langAttributes({ lang, dir }: { readonly lang: string; readonly dir: 'ltr' | 'rtl' }): HtmlPart {
  return html` lang="${lang}"${dir === 'rtl' && html` dir="rtl"`}`;
}

/**
 * The page of a plain letter.
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
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5">
${content}</body>
</html>
`.toString();
}
