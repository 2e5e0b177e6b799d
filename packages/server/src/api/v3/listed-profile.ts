/** Data of a listed person in a watchlist report, in either environment; see `reports/live/listed-person.ts`. */
export interface ListedPerson {
  readonly full_name?: string;
  readonly date_of_birth?: readonly string[];
  readonly alias?: readonly { readonly alias_name: string; readonly alias_type: string }[];
  readonly associate?: readonly { readonly entity_name: string; readonly relationship_type: string }[];
  readonly attribute?: readonly { readonly attribute_type: string; readonly attribute_value: string }[];
  readonly event?: readonly Listing[];
  readonly position?: readonly string[];
  readonly source?: readonly Source[];
}

interface Source {
  readonly source_name?: string;
  readonly source_url?: string;
  readonly source_headline?: string;
}

interface Listing {
  readonly category: string;
  readonly sub_category?: string;
  readonly event_date?: string;
  readonly event_description?: string;
  /** The name of a source of the record; the sandbox gives it whole. */
  readonly source?: string | Source;
}

/** Attributes that say how the record was found; `Place of birth` has a place of its own. */
const ELSEWHERE: ReadonlySet<string> = new Set(['Match score', 'Matched name', 'List', 'Place of birth']);

/** A listed person in the shape of a profile of an alert: what is not known is null, or a list without members. */
export function profileOf(person: ListedPerson) {
  const { full_name, alias = [], associate = [], date_of_birth = [], event = [], position = [], source = [] } = person;
  const values = (type: string) =>
    (person.attribute ?? []).filter((entry) => entry.attribute_type === type).map((entry) => entry.attribute_value);
  const listings = (...categories: readonly string[]) =>
    event.filter(({ category }) => categories.includes(category)).map((event) => listingOf(event, person));
  return {
    match_types: [],
    match_score: Number(values('Match score')[0] ?? 1),
    matching_name: values('Matched name')[0] ?? full_name ?? null,
    person: {
      associates: associate.map((associate) => ({ name: associate.entity_name, type: associate.relationship_type })),
      dates_of_birth: date_of_birth.map((value) => ({ source: source[0]?.source_name ?? null, value })),
      dates_of_death: [],
      images: [],
      names: [
        ...(full_name === undefined ? [] : [{ name: full_name, type: 'PRIMARY' }]),
        ...alias.map((alias) => ({ name: alias.alias_name, type: alias.alias_type })),
      ],
      places_of_birth: values('Place of birth'),
    },
    risk_indicators: {
      aml_types: [...new Set(event.map(({ category }) => category.toLowerCase()))],
      lists: listings('WARNING', 'MONITORED_LIST'),
      media: event
        .filter(({ category }) => category === 'ADVERSE_MEDIA')
        .map((listing) => {
          const { source_headline, source_url } = sourceOf(listing, source);
          return {
            identifier: null,
            publishing_date: listing.event_date ?? null,
            snippet: listing.event_description ?? null,
            title: source_headline ?? null,
            url: source_url ?? null,
          };
        }),
      peps: listings('PEP').map((listing) => ({
        ...listing,
        active_end_dates: [],
        active_start_dates: [],
        political_parties: [],
        political_positions: [...position],
        political_regions: [],
      })),
      sanctions: listings('SANCTION'),
    },
  };
}

/** One listing of the person, with its details from the record. */
function listingOf(listing: Listing, { attribute = [], source = [] }: ListedPerson) {
  const { source_name, source_url } = sourceOf(listing, source);
  const programme = listing.sub_category === undefined ? [] : [['Programme', listing.sub_category] as const];
  const known = attribute
    .filter(({ attribute_type }) => !ELSEWHERE.has(attribute_type))
    .map(({ attribute_type, attribute_value }) => [attribute_type, attribute_value] as const);
  return {
    aml_types: [listing.category.toLowerCase()],
    country_codes: [],
    fields: [...programme, ...known].map(([name, value]) => ({ name, tag: null, value })),
    identifier: null,
    listing_ended_utc: null,
    listing_started_utc: listing.event_date ?? null,
    name: source_name ?? null,
    related_urls: [],
    url: source_url ?? null,
  };
}

function sourceOf({ source }: Listing, sources: readonly Source[]): Source {
  if (typeof source === 'object') return source;
  return sources.find(({ source_name }) => source_name === source) ?? sources[0] ?? {};
}
