import type { PhraseKey } from '../../language/en.ts';
import { usStates } from '../states.ts';
import { countryField } from './country.ts';
import { type Field, type FieldContext, type FieldOptions, labelWords, optionalParts } from './field.ts';
import { textField } from './text.ts';

/** The fields of an address, in one group. An optional address is complete or empty: `controls.ts` judges that. */
export function addressFields(context: FieldContext, required: boolean): { node: HTMLElement; fields: Field[] } {
  const { kit, h } = context;
  const options = (name: string, hint?: PhraseKey) => ({
    path: `address.${name}`,
    label: `profileData.${name}` as PhraseKey,
    required: required && !optionalParts.includes(name),
    ...(hint ? { hint: kit.t(hint) } : {}),
  });
  // A third line is rare: it is shown where it is known.
  const lines = context.known('address.line3') === '' ? ['line1', 'line2'] : ['line1', 'line2', 'line3'];
  const fields = [
    countryField(context, options('country')),
    ...[...lines, 'town'].map((name) => textField(context, options(name))),
    stateField(context, options('state', 'profileData.state_hint')),
    textField(context, options('postcode')),
  ];
  const legend = labelWords(context, { path: 'address', label: 'profileData.address', required });
  const node = h('fieldset', { class: 'group' }, h('legend', { class: 'field' }, ...legend));
  node.append(...fields.map((field) => field.node));
  return { node, fields };
}

/** A state of the United States: typed by its letters or its name, or chosen from the list that the browser offers. */
function stateField(context: FieldContext, options: FieldOptions): Field {
  const { h } = context;
  const field = textField(context, options);
  const id = 'us-states';
  field.controls[0]?.setAttribute('list', id);
  field.node.append(
    h('datalist', { id }, ...Object.entries(usStates).map(([value, name]) => h('option', { value, label: name }))),
  );
  return field;
}
