import { orderOf } from '../../../../web-sdk/src/data/date.ts';
import { type Html, type HtmlPart, html } from '../../base/html.ts';
import type { Text } from '../../words/types.ts';
import type { Typed } from './body.ts';
import { countryOptions } from './countries.ts';

/** Errors by the id of their control, in the order of the page. */
export type Errors = ReadonlyMap<string, string>;

export const noErrors: Errors = new Map();

interface Field {
  /** Name and id. */
  readonly name: string;
  readonly label: HtmlPart;
  readonly hint?: string | undefined;
  readonly value?: string | undefined;
}

/** Everything that can be wrong or helpful about a field, before its control, and what names it to a screen reader. */
function around(text: Text, { name, hint }: Pick<Field, 'name' | 'hint'>, errors: Errors) {
  const error = errors.get(name);
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return {
    bad: error !== undefined && ' bad',
    notes: html`${hint && html`<span class="hint" id="${name}-hint">${hint}</span>`}${
      error && html`<span class="error" id="${name}-error"><span class="hidden">${text.errorMark}</span>${error}</span>`
    }`,
    described: ids && html` aria-describedby="${ids}"`,
    invalid: error !== undefined && html` aria-invalid="true"`,
  };
}

/** A line of text. `autocomplete` is a token of HTML; `short` makes it as wide as a postcode; `offered` are values with their names. */
export function textField(
  text: Text,
  field: Field & {
    autocomplete?: string;
    type?: 'text' | 'tel';
    short?: boolean;
    offered?: Readonly<Record<string, string>> | undefined;
  },
  errors: Errors,
): Html {
  const { bad, notes, described, invalid } = around(text, field, errors);
  const { name, label, value, autocomplete, type = 'text', short, offered } = field;
  return html`<div class="field${bad}"><label for="${name}">${label}</label>${notes}
<input id="${name}" name="${name}" type="${type}" value="${value}"${short && html` class="short"`}${
    autocomplete && html` autocomplete="${autocomplete}"`
  }${offered && html` list="${name}-offered"`}${described}${invalid}>${
    offered &&
    html`<datalist id="${name}-offered">${Object.entries(offered).map(
      ([option, words]) => html`<option value="${option}">${words}</option>`,
    )}</datalist>`
  }</div>`;
}

/** `accept` of the control of a file. Phones that keep pictures in another format then upload a JPEG. */
const accepts = { document: 'image/jpeg,image/png,application/pdf', live_photo: 'image/jpeg,image/png' } as const;

/**
 * The file field of a page, called `file`. `camera` is the camera that a phone opens at once: the front or the back one; absent
 * if a file is as likely.
 */
export function fileField(
  text: Text,
  { kind, camera }: { kind: 'document' | 'live_photo'; camera?: 'user' | 'environment' | undefined },
  errors: Errors,
): Html {
  const { upload } = text;
  const { bad, notes, described, invalid } = around(text, { name: 'file', hint: upload.formats[kind] }, errors);
  return html`<div class="field${bad}"><label for="file">${upload.label}</label>${notes}
<input id="file" name="file" type="file" accept="${accepts[kind]}"${
    camera && html` capture="${camera}"`
  }${described}${invalid}></div>`;
}

/** A choice among all countries. */
export function countryField(text: Text, field: Field & { autocomplete?: string }, errors: Errors): Html {
  const { bad, notes, described, invalid } = around(text, field, errors);
  const { name, label, value, autocomplete } = field;
  const options = countryOptions(text.lang).map(
    ([code, country]) => html`<option value="${code}"${code === value && html` selected`}>${country}</option>`,
  );
  return html`<div class="field${bad}"><label for="${name}">${label}</label>${notes}
<select id="${name}" name="${name}"${autocomplete && html` autocomplete="${autocomplete}"`}${described}${invalid}>
<option value="">${text.chooseCountry}</option>${options}</select></div>`;
}

/** One of a few: each has its own control, named after its value; the first one answers to the group's own name. */
export function radioField(
  text: Text,
  field: Field & { options: readonly (readonly [value: string, label: string])[] },
  errors: Errors,
): Html {
  const { bad, notes, described, invalid } = around(text, field, errors);
  const { name, label, value, options } = field;
  return html`<fieldset class="group${bad}"${described}><legend>${label}</legend>${notes}
${options.map(([option, words], index) => {
  const id = index === 0 ? name : `${name}-${option}`;
  const checked = option === value && html` checked`;
  return html`<div class="choice"><input type="radio" id="${id}" name="${name}" value="${option}"${checked}${invalid}>
<label for="${id}">${words}</label></div>`;
})}</fieldset>`;
}

/** Yes or nothing. */
export function checkField(text: Text, field: Field, errors: Errors): Html {
  const { bad, notes, described, invalid } = around(text, field, errors);
  const { name, label, value } = field;
  return html`<div class="field${bad}">${notes}<div class="choice">
<input type="checkbox" id="${name}" name="${name}" value="yes"${value === 'yes' && html` checked`}${described}${invalid}>
<label for="${name}">${label}</label></div></div>`;
}

/** A date of birth in three parts, in the order of the language. The first control has `name` as its id, because errors lead there. */
export function birthField(
  text: Text,
  { name, label, values }: { name: string; label: string; values: Readonly<Record<string, string>> },
  errors: Errors,
): Html {
  const { bad, notes, described, invalid } = around(text, { name, hint: text.details.dateHint }, errors);
  const parts = orderOf(text.lang).map((key, index) => {
    const id = index === 0 ? name : `${name}-${key}`;
    return html`<div class="field"><label for="${id}">${text.details[key]}</label>
<input id="${id}" name="${name}-${key}" type="text" inputmode="numeric" autocomplete="bday-${key}" maxlength="${
      key === 'year' ? 4 : 2
    }" value="${values[`${name}-${key}`]}"${invalid}></div>`;
  });
  return html`<fieldset class="group${bad}"${described}><legend>${label}</legend>${notes}
<div class="date">${parts}</div></fieldset>`;
}

/** Three parts as one date; what isn't one stays wrong, and nothing stays nothing. */
export function dateOf(typed: Typed): string {
  const [day = '', month = '', year = ''] = ['day', 'month', 'year'].map((part) => typed[`dob-${part}`]?.trim());
  if (day === '' && month === '' && year === '') return '';
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * The list of errors at the head of a page. It takes the focus when the page opens, without a script, so that a screen reader
 * reads it first; each error leads to its control, or to `#` and a page where it can be put right.
 */
export function errorSummary(text: Text, errors: Errors, hrefOf = (id: string) => `#${id}`): HtmlPart {
  if (errors.size === 0) return null;
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-heading">
<h2 id="summary-heading">${text.errorHeading}</h2>
<ul>${[...errors].map(([id, message]) => html`<li><a href="${hrefOf(id)}">${message}</a></li>`)}</ul></div>`;
}
