import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Labelled } from '../form-fields.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';
import { beginningAt, fitting } from './mention-text.ts';

const { mentions: say } = words;

type Members = Answers['GET /accounts/{account}/{environment}/mentionable_members']['members'];

/** The open list of names, for the text between an `@` and the cursor. */
interface Offer {
  /** Position of the `@`. */
  readonly start: number;
  readonly names: readonly string[];
  /** Index of the name that Enter takes. */
  readonly chosen: number;
}

/** A text of some lines that completes `@` and the beginning of a member's name. */
export function MentionField({ label, name, hint }: { label: string; name: string; hint: string }) {
  const id = useId();
  const place = usePlace();
  const field = useRef<HTMLTextAreaElement>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const { data } = useQuery({
    queryKey: ['mentionable', place.account, place.environment],
    queryFn: () => ask<{ members: Members }>('GET', `${pathOf(place)}/mentionable_members`),
    staleTime: 60_000,
  });
  const members = data?.members ?? [];

  const look = () => {
    const { value, selectionStart } = field.current as HTMLTextAreaElement;
    const beginning = beginningAt(value, selectionStart);
    const names = beginning === null ? [] : fitting(beginning.text, members);
    setOffer(beginning !== null && names.length > 0 ? { start: beginning.start, names, chosen: 0 } : null);
  };
  const take = (taken: string) => {
    const area = field.current as HTMLTextAreaElement;
    area.setRangeText(`@${taken} `, offer?.start ?? 0, area.selectionStart, 'end');
    area.focus();
    setOffer(null);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!offer) return;
    const { names, chosen } = offer;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setOffer({ ...offer, chosen: (chosen + step + names.length) % names.length });
    else if (event.key === 'Enter' || event.key === 'Tab') take(names[chosen] as string);
    else if (event.key === 'Escape') setOffer(null);
    else return;
    event.preventDefault();
  };
  return (
    <Labelled id={id} label={label} hint={hint}>
      <div className="mention-field">
        <textarea
          ref={field}
          id={id}
          name={name}
          rows={3}
          maxLength={5000}
          aria-describedby={`${id}-hint`}
          aria-autocomplete="list"
          aria-controls={offer ? `${id}-list` : undefined}
          aria-activedescendant={offer ? `${id}-${offer.chosen}` : undefined}
          onInput={look}
          onClick={look}
          onBlur={() => setOffer(null)}
          onKeyDown={press}
        />
        {offer && (
          <div role="listbox" id={`${id}-list`} aria-label={say.members}>
            {offer.names.map((member, index) => (
              // The text keeps the focus and takes the keys.
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              <div
                key={member}
                role="option"
                id={`${id}-${index}`}
                aria-selected={index === offer.chosen}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(member)}
              >
                {member}
              </div>
            ))}
          </div>
        )}
        <span className="unseen" role="status">
          {offer && say.offered(offer.names.length)}
        </span>
      </div>
    </Labelled>
  );
}
