import { type FieldErrors, invalid } from '../../base/errors.ts';
import type { ListedKind } from '../../base/listed-kinds.ts';
import { countries } from '../../input-rules/countries.ts';
import { email } from '../../input-rules/email.ts';
import { BLANK, INVALID, NOT_INCLUDED } from '../../input-rules/rule.ts';
import { parsedPhone } from '../../reports/live/phone.ts';
import {
  addressKey,
  documentKey,
  emailKey,
  type ListedValue,
  phoneKey,
  rangeKey,
  rangeOf,
  rangeText,
  type ValueKey,
  WIDEST,
} from './values.ts';

/** A value as a person sends it. */
export interface SentValue {
  readonly kind: ListedKind;
  readonly value: string;
  readonly country?: string | null | undefined;
  readonly postcode?: string | null | undefined;
}

/** A value in the form in which it is shown, with its key. */
interface CheckedValue {
  readonly listed: ListedValue;
  readonly key: ValueKey;
}

/** Errors by field. */
interface Refused {
  readonly errors: FieldErrors;
}

const refused = (field: 'value' | 'country' | 'postcode', message: string): Refused => ({
  errors: { [field]: [message] },
});

/** Checks a value by its kind. Throws `validation_error` naming the field. */
export function checkedValue(sent: SentValue): CheckedValue {
  const checked = judged(sent);
  if ('errors' in checked) throw invalid(checked.errors);
  return checked;
}

/** A value that was checked; undefined for one that no list takes. */
export function valueIfAny(sent: SentValue): CheckedValue | undefined {
  const checked = judged(sent);
  return 'errors' in checked ? undefined : checked;
}

function judged(sent: SentValue): CheckedValue | Refused {
  const { kind, country = null, postcode = null } = sent;
  const text = sent.value.normalize('NFKC').trim().replace(/\s+/gu, ' ');
  if (country !== null && !countries.includes(country)) return refused('country', NOT_INCLUDED);
  switch (kind) {
    case 'document_number': {
      const key = documentKey(text, country);
      return key[2] === '' ? refused('value', INVALID) : { listed: { ...shown(kind, key[2]), country }, key };
    }
    case 'email': {
      // A domain is checked as the domain of an address.
      const faults = email(text.startsWith('@') ? `a${text}` : text);
      const key = emailKey(text);
      return faults.length > 0 ? refused('value', INVALID) : { listed: shown(kind, key[1]), key };
    }
    case 'phone': {
      const key = phoneKey(text);
      if (parsedPhone(text)?.isPossible()) return { listed: shown(kind, key[1]), key };
      return refused('value', 'must be a phone number with its country code, such as +44 20 7946 0000');
    }
    case 'ip_range':
      return judgedRange(text);
    case 'address':
      return judgedAddress(text, country, postcode);
  }
}

const shown = (kind: ListedKind, value: unknown): ListedValue => ({
  kind,
  value: String(value),
  country: null,
  postcode: null,
});

function judgedRange(text: string): CheckedValue | Refused {
  const range = rangeOf(text);
  if (!range) return refused('value', 'must be an IP address or a range such as 192.0.2.0/24');
  const widest = WIDEST[range.address.kind()];
  if (range.bits < widest) return refused('value', `is too wide: the prefix must have at least ${widest} bits`);
  return { listed: shown('ip_range', rangeText(range)), key: rangeKey(range) };
}

function judgedAddress(value: string, country: string | null, sentCode: string | null): CheckedValue | Refused {
  const postcode = sentCode?.normalize('NFKC').trim() ?? '';
  if (country === null) return refused('country', BLANK);
  if (postcode === '') return refused('postcode', BLANK);
  const key = addressKey(country, postcode, value);
  if (key[2] === '') return refused('postcode', INVALID);
  if (key[3] === '') return refused('value', INVALID);
  return { listed: { kind: 'address', value, country, postcode }, key };
}
