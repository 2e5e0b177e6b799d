import { useMutation } from '@tanstack/react-query';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { Field, valuesOf } from '../form-fields.tsx';
import { words } from '../words.ts';

type Replayed = Answers['POST /accounts/{account}/{environment}/webhooks/{id}/replay'];

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The wall clock of the reader, as an input of date and time has it. */
const localTime = (ms: number): string => {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS);
  return date.toISOString().slice(0, 16);
};

/**
 * Sends the deliveries of a range again, in as many requests as it takes.
 *
 * @param since suggested start of the range, Unix milliseconds; default: a day ago
 */
export function Replay({
  path,
  since,
  close,
  done,
}: {
  path: string;
  since?: number | undefined;
  close: () => void;
  done: () => Promise<void>;
}) {
  const replay = useMutation({
    mutationFn: async ({ since = '', until = '', delivered }: Record<string, string>) => {
      const times = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
      const sum = { resent: 0, skipped: 0 };
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const body = { ...times, delivered: delivered === 'on', ...(cursor && { cursor }) };
        const part: Replayed = await ask<Replayed>('POST', `${path}/replay`, body);
        sum.resent += part.resent;
        sum.skipped += part.skipped;
        cursor = part.next;
      }
      return sum;
    },
    onSettled: done,
  });
  const { developers: say } = words;
  return (
    <Dialog title={say.replay} close={close}>
      {replay.data ? (
        <p role="status">
          {say.resent} {replay.data.resent}.{replay.data.skipped > 0 && ` ${say.skipped} ${replay.data.skipped}.`}
        </p>
      ) : (
        <p className="quiet">{say.replayHint}</p>
      )}
      <DialogForm
        submit={say.sendAgain}
        send={(event) => replay.mutate(valuesOf(event))}
        disabled={replay.isPending}
        error={replay.error}
        close={close}
        leave={words.close}
      >
        <Field
          label={say.since}
          name="since"
          type="datetime-local"
          defaultValue={localTime(since ?? Date.now() - DAY_MS)}
        />
        <Field label={say.until} name="until" type="datetime-local" defaultValue={localTime(Date.now() + MINUTE_MS)} />
        <label className="check">
          <input type="checkbox" name="delivered" />
          {say.alsoDelivered}
        </label>
      </DialogForm>
    </Dialog>
  );
}
