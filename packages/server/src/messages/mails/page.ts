import { type HtmlPart, html } from '../../base/html.ts';

/**
 * The page of a plain letter.
 *
 * @param lang language of its text; absent where others have written it
 */
export function letterPage(title: string, content: HtmlPart, lang?: string): string {
  return html`<!doctype html>
<html${lang && html` lang="${lang}"`}>
<head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5">
${content}</body>
</html>
`.toString();
}
