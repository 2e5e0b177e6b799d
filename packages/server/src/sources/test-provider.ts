import { notFound } from '../base/errors.ts';
import type { Services } from '../context/services.ts';
import type { LookupSubject, SourceKind } from '../reports/live/lookup.ts';
import { subjectFor } from './subject.ts';

/** Result of asking a provider about an invented person. */
export interface ProviderTest {
  readonly kind: SourceKind;
  readonly country: string;
  /** Answer, or the reason why there is none. */
  readonly outcome: 'answered' | 'refused' | 'failed';
  readonly detail: string;
  readonly latency_ms: number;
}

/** Nobody: no register has this person. */
const INVENTED: LookupSubject = {
  first_name: 'Testina',
  last_name: 'Nobody-Invented',
  date_of_birth: '1970-01-01',
  addresses: [{ building_number: '1', street: 'Invented Street', town: 'Nowhere', postcode: '00000' }],
  id_numbers: ['ssn', 'tax_id', 'share_code', 'identity_card'].map((type) => ({ type, value: 'W00000000' })),
  // A range kept for fiction by Ofcom.
  phone_number: '+447700900000',
  driving_licence: { id_number: 'T00000000', issue_state: 'CA', first_name: 'Testina', last_name: 'Nobody-Invented' },
  document: { type: 'passport', issuing_country: 'GBR', number: 'T00000000', date_of_expiry: '2030-01-01' },
};

const CONSENTS = ['ssn_verification', 'phone_number_verification'].map((name) => ({ name, granted: true }));

/** Asks a provider about an invented person, for each kind that it has. Nothing is kept. Throws `resource_not_found`. */
export async function testProvider({ providers, ids }: Services, name: string): Promise<ProviderTest[]> {
  const candidates = providers.all.filter((provider) => provider.name === name);
  if (candidates.length === 0) throw notFound('Source', name);
  return Promise.all(
    candidates.map(async (provider): Promise<ProviderTest> => {
      const { kind, countries } = provider;
      const country = countries === 'all' ? 'GBR' : countries[0]!;
      const subject = subjectFor(kind, INVENTED, CONSENTS) ?? {};
      const attempt = await providers.ask(provider, { request_id: `test-${ids.uuid()}`, kind, country, subject });
      const outcome =
        'answer' in attempt
          ? ({ outcome: 'answered', detail: attempt.answer.status } as const)
          : 'refused' in attempt
            ? ({ outcome: 'refused', detail: attempt.refused } as const)
            : ({ outcome: 'failed', detail: attempt.failed } as const);
      return { kind, country, ...outcome, latency_ms: attempt.latencyMs };
    }),
  );
}
