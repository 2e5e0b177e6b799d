import type { Ctx } from '../context/ctx.ts';
import type { Location } from './applicant.ts';

/**
 * A location with the country of residence inferred from its IP address, where the client named none (contract 5.3:
 * it may be wrong). Null stays where the database of locations does not know the address.
 */
export function withResidence<T extends Location | null | undefined>({ services }: Ctx, location: T): T {
  if (!location || location.country_of_residence !== null || location.ip_address === null) return location;
  return { ...location, country_of_residence: services.locations.countryOf(location.ip_address) };
}
