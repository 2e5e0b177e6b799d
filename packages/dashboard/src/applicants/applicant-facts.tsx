import { FactsList } from '../facts-list.tsx';
import { plain } from '../words.ts';

/** Returns whether there is something to show. */
const given = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** A value as text: parts of an address or number in one line. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).filter(given).map(textOf).join(', ');
}

/** ApplicantFacts as a list of names and values, without those that are empty. */
export const ApplicantFacts = ({ of }: { of: Readonly<Record<string, unknown>> }) => (
  <FactsList
    of={Object.entries(of)
      .filter(([, value]) => given(value))
      .map(([name, value]) => [plain(name), textOf(value)] as const)}
  />
);
