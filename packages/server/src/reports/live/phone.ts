import isoCountries from 'i18n-iso-countries/index.js';
import { type PhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js/min';
import type { Assessment, LeafFinding } from '../outcome.ts';
import type { ReportSubject } from '../types.ts';
import { consider, doubtful } from './assessment.ts';
import { clientValues, lookupSubject, neededField, noSource, withReservations } from './source-answers.ts';
import type { Tools } from './tools.ts';

export type PhoneTools = Tools<'decision' | 'step' | 'lookUp'>;

/**
 * Assesses whether the number can exist, then whether a carrier knows it as the applicant's. An impossible one is sent to nobody.
 */
export async function assessPhone({ applicant }: ReportSubject, tools: PhoneTools): Promise<Assessment> {
  await tools.step('looking up the phone number');
  const finding = { ...(await phoneNumber(applicant, tools)), ...clientValues(applicant.phone_number) };
  return { leaves: { phone_number: finding }, properties: {} };
}

async function phoneNumber(applicant: ReportSubject['applicant'], tools: PhoneTools): Promise<LeafFinding> {
  const { phone_number: phoneNumber } = applicant;
  if (!phoneNumber) return doubtful('The client sent no phone number for this applicant');
  const number = parsedPhone(phoneNumber);
  if (!number?.isPossible()) return consider('The phone number is not valid in any country');
  const country = countryOf(number, applicant.address?.country);
  const subject = { ...lookupSubject(applicant), phone_number: number.number };
  const answers = country ? await tools.lookUp(subject, 'phone', country) : [];
  if (answers.length > 0) {
    const leaves = { phone_number: neededField(answers, 'phone_number') };
    return withReservations(leaves, 'phone_number', { answers, known: ['phone_number'] }).phone_number;
  }
  const range = number.isValid() ? 'is in a range that is in use' : 'is in a range that is not known to be in use';
  return doubtful(`${noSource('phone', country)}. The number ${range}, but nobody has verified it`, {
    settles: 'Call the number, or ask the applicant for a phone bill that shows it.',
  });
}

/**
 * Country of a number. Countries share country codes: if the number doesn't decide, the address's country if it fits, else the
 * main one.
 */
function countryOf(number: PhoneNumber, resident: string | null | undefined): string | undefined {
  const codes = number.country ? [number.country] : number.getPossibleCountries();
  const countries = codes.map((code) => isoCountries.alpha2ToAlpha3(code)).filter((code) => code !== undefined);
  return countries.find((country) => country === resident) ?? countries[0];
}

/** Parses a number by its country code, which clients send with or without a plus. Undefined for a text that is not a number. */
export function parsedPhone(phoneNumber: string): PhoneNumber | undefined {
  try {
    return parsePhoneNumberWithError(phoneNumber.trim().startsWith('+') ? phoneNumber : `+${phoneNumber}`);
  } catch {
    return undefined;
  }
}
