import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes what it is given, in text and in attributes', () => {
  const name = `<script>alert("it's & that")</script>`;
  const safe = '&lt;script&gt;alert(&quot;it&#39;s &amp; that&quot;)&lt;/script&gt;';
  expect(html`<p title="${name}">${name}</p>`.toString()).toBe(`<p title="${safe}">${safe}</p>`);
});

it('leaves markup of its own as it is, joins lists and leaves nothing out of nothing', () => {
  const items = ['a', '<b>', 3].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${null}${undefined}${false}${''}${0}`.toString()).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li><li>3</li></ul>0',
  );
});

it('can not be given markup by an object that looks like it', () => {
  const forged = JSON.parse('{"markup": "<b>"}');
  expect(html`${forged}`.toString()).toBe('[object Object]');
});
