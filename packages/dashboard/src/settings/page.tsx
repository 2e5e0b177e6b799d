import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Field } from '../form-fields.tsx';
import { ErrorPanel, Loading, PageError, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { words } from '../words.ts';
import { BrandingPreview } from './branding-preview.tsx';
import { DocumentRisk } from './document-risk.tsx';
import { type Setting, SettingField, settingWords } from './field.tsx';

const { settings: say } = words;

/** Settings by name, and their fields. The schema names each setting; the page reads them by the names of its fields. */
export type Settings = Omit<Answers['GET /accounts/{account}/settings'], 'settings' | 'fields'> & {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly fields: readonly Setting[];
};

/**
 * Group of each setting, by the beginning of its name; the first that fits. A setting that fits none is the operator's or
 * general.
 */
const groups: readonly (readonly [title: string, beginnings: readonly string[]])[] = [
  [say.look, ['display_name', 'applicant_language', 'colour', 'privacy_notice_url', 'support_contact']],
  [say.retention, ['deletion_delay_days', 'retention_']],
  [say.review, ['review_', 'decision_', 'wide_roles']],
  [say.analysis, ['face_', 'spoofing', 'known_face', 'minimum_']],
  [say.screening, ['screening_']],
];

const groupOf = ({ name, changeable }: Setting): string =>
  changeable
    ? (groups.find(([, beginnings]) => beginnings.some((one) => name.startsWith(one)))?.[0] ?? say.general)
    : say.operator;

const order = [say.general, ...groups.map(([title]) => title), say.operator];

/** The settings of the account, each with its description. */
export default function SettingsPage() {
  const { account } = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ['settings', account],
    queryFn: () => ask<Settings>('GET', `/accounts/${account}/settings`),
    refetchOnWindowFocus: false,
  });
  const [edition, setEdition] = useState({ number: 0, saved: false });
  if (error) return <PageError error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  const next = (saved: boolean) => setEdition(({ number }) => ({ number: number + 1, saved }));
  return (
    <Editor
      key={`${edition.number} ${JSON.stringify([data.name, data.settings])}`}
      stored={data}
      saved={edition.saved}
      discard={() => next(false)}
      done={() => next(true)}
    />
  );
}

/** The changes of a member that are not saved yet, with the values that the form shows. */
function useChanges(stored: Settings, done: () => void) {
  const { account } = usePlace();
  const queries = useQueryClient();
  const [changed, change] = useState<Readonly<Record<string, unknown>>>({});
  const [note, write] = useState('');
  const save = useMutation({
    mutationFn: () => ask<Settings>('PATCH', `/accounts/${account}/settings`, { ...changed, ...(note && { note }) }),
    onSuccess: (data) => {
      queries.setQueryData(['settings', account], data);
      done();
    },
  });
  /** Changes a setting, or the name of the account. Setting the stored value undoes the change. */
  const set = (name: string, value: unknown) =>
    change(({ [name]: _, ...rest }) =>
      JSON.stringify(value) === JSON.stringify(name === 'name' ? stored.name : stored.settings[name])
        ? rest
        : { ...rest, [name]: value },
    );
  const values: Readonly<Record<string, unknown>> = { name: stored.name, ...stored.settings, ...changed };
  return { changed: Object.keys(changed), values, set, note, write, save };
}

type Changes = ReturnType<typeof useChanges>;

/**
 * The form of the settings.
 * @param saved whether what was changed before is saved
 */
function Editor({
  stored,
  saved,
  discard,
  done,
}: {
  stored: Settings;
  saved: boolean;
  discard: () => void;
  done: () => void;
}) {
  const may = useMay()('settings.change');
  const changes = useChanges(stored, done);
  const { save } = changes;
  const used = order.filter(
    (title) => title === say.general || stored.fields.some((field) => groupOf(field) === title),
  );
  return (
    <form
      className="settings"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Title text={say.title}>{saved && <Saved />}</Title>
      {save.error && <ErrorPanel error={save.error} />}
      {!may && <p className="quiet">{say.readOnly}</p>}
      <div className="setting-groups">
        <nav aria-label={say.groups}>
          {used.map((title) => (
            <a key={title} href={`#${idOf(title)}`}>
              {title}
            </a>
          ))}
        </nav>
        <div>
          {used.map((title) => (
            <SettingGroup key={title} title={title} stored={stored} changes={changes} may={may} />
          ))}
        </div>
      </div>
      {changes.changed.length > 0 && <SaveBar stored={stored} changes={changes} discard={discard} />}
    </form>
  );
}

/** The settings of a group, with what the group shows besides them. */
function SettingGroup({
  title,
  stored,
  changes: { values, set },
  may,
}: {
  title: string;
  stored: Settings;
  changes: Changes;
  may: boolean;
}) {
  const place = usePlace();
  return (
    <fieldset id={idOf(title)}>
      <legend>{title}</legend>
      {say.groupHints[title] && <p className="quiet">{say.groupHints[title]}</p>}
      {title === say.general && (
        <Field
          label={say.name}
          name="name"
          defaultValue={stored.name}
          disabled={!may}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
      )}
      {title === say.review && (
        <DocumentRisk
          choices={stored.document_choices}
          validity={values.decision_validity}
          dataProved={values.decision_data_proved}
          disabled={!may}
          set={set}
        />
      )}
      {stored.fields
        .filter((field) => groupOf(field) === title)
        .map((field) => (
          <SettingField
            key={field.name}
            field={field}
            value={values[field.name]}
            disabled={!may || !field.changeable}
            set={(value) => set(field.name, value)}
          />
        ))}
      {title === say.review && (
        <p>
          <Link to="/accounts/$account/$environment/automation" params={place}>
            {say.automation}
          </Link>
        </p>
      )}
      {title === say.retention && (
        <p>
          {say.requestDays}: {stored.retention.request_log_days}. {say.mediaDays}
        </p>
      )}
      {title === say.look && (
        <BrandingPreview
          name={String(values.display_name ?? values.name)}
          colour={values.colour as string | null}
          logo={stored.logo}
          disabled={!may}
        />
      )}
    </fieldset>
  );
}

/** Names the changes, and saves or discards them. A change of a threshold of screening needs a note. */
function SaveBar({
  stored,
  changes: { changed, note, write, save },
  discard,
}: {
  stored: Settings;
  changes: Changes;
  discard: () => void;
}) {
  const labelOf = (name: string) => {
    const field = stored.fields.find((one) => one.name === name);
    return field ? settingWords(field).label : say.name;
  };
  return (
    <div className="save-bar">
      {(changed.includes('screening_hit') || changed.includes('screening_match')) && (
        <div className="field">
          <label htmlFor="note">{say.why}</label>
          <textarea id="note" required minLength={10} value={note} onChange={(event) => write(event.target.value)} />
        </div>
      )}
      <p role="status">
        <strong>{say.changed}</strong>: {changed.map(labelOf).join(', ')}
      </p>
      <button type="button" onClick={discard}>
        {say.discard}
      </button>
      <button type="submit" className="main" disabled={save.isPending}>
        {say.save} ({changed.length})
      </button>
    </div>
  );
}

const Saved = () => (
  <p className="done" role="status">
    {say.saved}
  </p>
);

/** The part of an address that leads to a group. */
const idOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
