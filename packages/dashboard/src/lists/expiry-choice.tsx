import { Choice } from '../form-fields.tsx';
import { words } from '../words.ts';

const { lists: say } = words;

const options = [['', say.never], ...Object.entries(say.days)] as const;

/** A choice of the time after which an entry expires. The form sends days; an empty text for an entry that stays. */
export const ExpiryChoice = () => <Choice label={say.expires} name="days" options={options} />;

/** The field of the interface for a choice. */
export const expiryOf = (days: unknown): { expires_in_days?: number } =>
  typeof days === 'string' && days !== '' ? { expires_in_days: Number(days) } : {};
