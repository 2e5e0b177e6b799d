import type { Answers } from '../api-types.ts';
import { words } from '../words.ts';

const { documentRisk: say } = words.settings;

type Choice = Answers['GET /accounts/{account}/settings']['document_choices'][number];
type Attacker = Choice['attackers'][number];

/**
 * The choices for documents, with the attackers that each choice excludes and does not exclude, and the manual reviews that it costs.
 *
 * @param set called with the name and the new value of each setting that a choice changes
 */
export function DocumentRisk({
  choices,
  validity,
  dataProved,
  disabled,
  set,
}: {
  choices: readonly Choice[];
  validity: unknown;
  dataProved: unknown;
  disabled: boolean;
  set: (name: string, value: unknown) => void;
}) {
  const isChosen = (choice: Choice) => choice.validity === validity && choice.data_proved === dataProved;
  return (
    <fieldset className="document-risk" id="document-risk">
      <legend>{say.title}</legend>
      <p className="quiet">{say.hint}</p>
      {choices.map((choice) => (
        <div key={choice.rule}>
          <label>
            <input
              type="radio"
              name="document-risk"
              checked={isChosen(choice)}
              disabled={disabled}
              onChange={() => {
                set('decision_validity', choice.validity);
                set('decision_data_proved', choice.data_proved);
              }}
            />{' '}
            <strong>{say.rules[choice.rule]}</strong>
          </label>
          <dl>
            <dt>{say.reviews}</dt>
            <dd>{choice.reviews.share}</dd>
            <dt>{say.excluded}</dt>
            <dd>{choice.attackers.some(({ excluded }) => excluded) ? listOf(choice, true) : say.none}</dd>
            <dt>{say.notExcluded}</dt>
            <dd>{choice.attackers.some(({ excluded }) => !excluded) ? listOf(choice, false) : say.none}</dd>
          </dl>
        </div>
      ))}
      <p className="quiet">{say.sample}</p>
    </fieldset>
  );
}

const listOf = ({ attackers }: Choice, excluded: boolean) => (
  <ul>
    {attackers
      .filter((attacker) => attacker.excluded === excluded)
      .map((attacker) => (
        <li key={attacker.name}>{lineOf(attacker)}</li>
      ))}
  </ul>
);

/** An attacker in words, with the share of its forgeries that is cleared where it is not excluded. */
function lineOf({ words: text, share, basis, excluded, sampled }: Attacker): string {
  const line = excluded ? text : `${text}: ${share}${basis === null ? '' : ` (${basis})`}`;
  return sampled ? line : `${line} *`;
}
