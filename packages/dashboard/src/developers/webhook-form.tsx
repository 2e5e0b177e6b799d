import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ask, Failure, pathOf } from '../api.ts';
import { Dialog, DialogEnd, DialogForm } from '../dialog.tsx';
import { Field } from '../form-fields.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';
import { CopyableText } from './copyable-text.tsx';
import type { Webhook, WebhookList, WebhookWithSecret } from './webhook.ts';

/** Events that a new webhook gets by default. */
const CHOSEN = ['check.completed', 'report.completed'];

const environments = ['live', 'sandbox'] as const;

/** Adds a webhook, or changes one. `list` has the choices. */
export function WebhookForm({
  webhook,
  list: { events, personal_fields },
  close,
}: {
  webhook?: Webhook;
  list: Pick<WebhookList, 'events' | 'personal_fields'>;
  close: () => void;
}) {
  const place = usePlace();
  const queries = useQueryClient();
  const path = `${pathOf(place)}/webhooks`;
  const save = useMutation({
    mutationFn: (values: object) =>
      webhook
        ? ask<WebhookWithSecret>('PATCH', `${path}/${webhook.id}`, values)
        : ask<WebhookWithSecret>('POST', path, values),
    onSuccess: () => {
      if (webhook) close();
      return queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const { developers: say } = words;
  const title = webhook ? say.changeWebhook : say.addWebhook;
  if (save.data && !webhook) {
    return (
      <Dialog title={say.webhookAdded} close={close}>
        <p>{say.once}</p>
        <CopyableText label={say.secret} text={save.data.secret} />
        <DialogEnd close={close} />
      </Dialog>
    );
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const carried = form.getAll('personal_fields');
    const chosen = {
      events: form.getAll('events'),
      environments: form.getAll('environments'),
      // With every field selected, the webhook also gets fields of later releases.
      personal_fields: carried.length === personal_fields.length ? null : carried,
    };
    save.mutate({ url: form.get('url'), name: form.get('name') || null, ...chosen });
  };
  const fields = save.error instanceof Failure ? save.error.fields : {};
  const box = (name: string, value: string, label: string, checked: boolean) => (
    <label key={value} className="check">
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      {label}
    </label>
  );
  return (
    <Dialog title={title} close={close}>
      <DialogForm
        submit={words.save}
        send={send}
        disabled={save.isPending}
        error={!fields.url && save.error}
        close={close}
      >
        <Field
          label={say.address}
          name="url"
          hint={say.addressHint}
          defaultValue={webhook?.url ?? ''}
          error={fields.url}
          autoFocus
        />
        <Field label={say.name} name="name" required={false} defaultValue={webhook?.name ?? ''} />
        <fieldset>
          <legend>{words.environment}</legend>
          {environments.map((one) =>
            box('environments', one, words[one], (webhook?.environments ?? [place.environment]).includes(one)),
          )}
        </fieldset>
        <fieldset>
          <legend>{say.personalFields}</legend>
          {personal_fields.map((one) => {
            const isCarried = webhook?.personal_fields?.includes(one) ?? true;
            return box('personal_fields', one, say.personalField[one] ?? one, isCarried);
          })}
        </fieldset>
        <fieldset className="columns">
          <legend>{say.events}</legend>
          {events.map((one) => box('events', one, one, (webhook?.events ?? CHOSEN).includes(one)))}
        </fieldset>
      </DialogForm>
    </Dialog>
  );
}
