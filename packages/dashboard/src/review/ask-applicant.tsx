import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { CopyableText } from '../developers/copyable-text.tsx';
import { Dialog, DialogEnd, DialogForm } from '../dialog.tsx';
import { Choice } from '../form-fields.tsx';
import { Loading } from '../page-layout.tsx';
import type { Report } from '../types.ts';
import { languageName, languageTag, words } from '../words.ts';

const { asking: say } = words;

export type AskingOptions = Answers['GET /accounts/{account}/{environment}/reports/{id}/information_requests'];
type Asked = Answers['POST /accounts/{account}/{environment}/reports/{id}/information_requests'];

/** Days after which a request expires, as the form offers them. */
const DAYS = [1, 3, 7, 14, 30];
const USUAL_DAYS = 7;

/** Returns whether the applicant can be asked for more: a decision that waits for a second person comes first. */
export const canAsk = ({ requestable, standing }: Report): boolean =>
  requestable.length > 0 && standing.needs === 'first_needed';

/** Everything that the applicant of a report can be asked for, with earlier requests. */
export function useAskingOptions(id: string, place: Place) {
  return useQuery({
    queryKey: ['asking', place, id],
    queryFn: () => ask<AskingOptions>('GET', `${pathOf(place)}/reports/${id}/information_requests`),
  });
}

/** Asks the applicant of a report for more. `done` follows once the report waits for the applicant. */
export function AskDialog({
  id,
  place,
  close,
  done,
}: {
  id: string;
  place: Place;
  close: () => void;
  done: () => void;
}) {
  const { data: options } = useAskingOptions(id, place);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const finish = () => {
    close();
    done();
  };
  const send = useMutation({
    mutationFn: (body: object) => ask<Asked>('POST', `${pathOf(place)}/reports/${id}/information_requests`, body),
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: ['asking', place, id] });
      if (answer.send_by === 'link') setAsked(answer);
      else finish();
    },
  });
  return (
    <Dialog title={say.title} close={asked ? finish : close}>
      {asked?.url ? (
        <>
          <CopyableText label={say.copyLink} text={asked.url} />
          <p className="quiet">{say.linkHint}</p>
          <DialogEnd close={finish} />
        </>
      ) : options ? (
        <QuestionForm options={options} send={(body) => send.mutate(body)} state={send} close={close} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function QuestionForm({
  options,
  send,
  state,
  close,
}: {
  options: AskingOptions;
  send: (body: object) => void;
  state: { readonly isPending: boolean; readonly error: unknown };
  close: () => void;
}) {
  const [language, setLanguage] = useState(options.language);
  const [written, write] = useState<string>();
  const [lacksItem, setLacksItem] = useState(false);
  const ids = { message: useId(), missing: useId() };
  const standard = options.messages.find((one) => one.language === language)?.message ?? '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget);
    const items = data.getAll('items');
    setLacksItem(items.length === 0);
    if (items.length === 0) return;
    const message = (written ?? standard).trim();
    send({
      items,
      language,
      ...(message && { message }),
      send_by: data.get('send_by'),
      expires_in_hours: Number(data.get('days')) * 24,
    });
  };
  const ways = [
    ...(options.email ? [['email', say.byEmail(options.email)] as const] : []),
    ...(options.phone_number ? [['sms', say.bySms(options.phone_number)] as const] : []),
    ['link', say.byLink] as const,
  ];
  return (
    <DialogForm submit={say.send} send={submit} disabled={state.isPending} error={state.error} close={close}>
      <p className="quiet">{say.hint}</p>
      <fieldset className="field" aria-describedby={lacksItem ? ids.missing : undefined}>
        <legend>{say.items}</legend>
        {options.items.map((item) => (
          <label key={item} className="check">
            <input
              type="checkbox"
              name="items"
              value={item}
              defaultChecked={options.items.length === 1}
              onChange={() => setLacksItem(false)}
            />{' '}
            {say.item[item]}
          </label>
        ))}
        {lacksItem && (
          <span id={ids.missing} role="alert" className="error">
            {say.lacksItem}
          </span>
        )}
      </fieldset>
      <Choice
        label={say.language}
        name="language"
        chosen={language}
        options={options.messages.map((one) => [one.language, languageName(one.language)] as const)}
        change={setLanguage}
      />
      <div className="field">
        <label htmlFor={ids.message}>{say.message}</label>
        <textarea
          id={ids.message}
          rows={4}
          maxLength={1000}
          lang={languageTag(language)}
          dir="auto"
          value={written ?? standard}
          onChange={(event) => write(event.currentTarget.value)}
        />
      </div>
      <Choice label={say.sendBy} name="send_by" chosen={ways[0]?.[0]} options={ways} />
      <Choice
        label={say.expires}
        name="days"
        chosen={String(USUAL_DAYS)}
        options={DAYS.map((days) => [String(days), say.days(days)] as const)}
      />
    </DialogForm>
  );
}
