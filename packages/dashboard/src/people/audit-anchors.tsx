import { type FormEvent, useState } from 'react';
import { Dialog, DialogForm } from '../dialog.tsx';
import { words } from '../words.ts';

/** The head of a log at some time, as it was kept outside of the service. */
export interface Anchor {
  readonly number: number;
  readonly hash: string;
}

/** Anchors that one request takes. */
const MOST = 5_000;

/** The newest anchors of a chain in JSON Lines. The lines of other accounts are left out. */
function anchorsIn(text: string, chain: string): Anchor[] {
  const read = text.split('\n').flatMap((line) => {
    try {
      const { account_id, number, hash } = JSON.parse(line);
      return account_id === chain ? [{ number, hash }] : [];
    } catch {
      return [];
    }
  });
  return read.slice(-MOST);
}

/**
 * Asks for a file of anchors.
 * @param chain id of the account, or `deployment`
 */
export function AnchorsDialog({
  chain,
  busy,
  compare,
  close,
}: {
  chain: string;
  busy: boolean;
  compare: (anchors: readonly Anchor[]) => void;
  close: () => void;
}) {
  const [none, setNone] = useState(false);
  const { audit: say } = words;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    const file = new FormData(event.currentTarget).get('file') as File;
    const anchors = anchorsIn(await file.text(), chain);
    setNone(anchors.length === 0);
    if (anchors.length > 0) compare(anchors);
  };
  return (
    <Dialog title={say.compare} close={close}>
      <p className="quiet">{say.compareHint}</p>
      <DialogForm submit={say.verify} send={send} disabled={busy} close={close}>
        <div className="field">
          <label htmlFor="anchors">{say.anchors}</label>
          <input id="anchors" name="file" type="file" required />
          {none && (
            <span className="error" role="alert">
              {say.noAnchors}
            </span>
          )}
        </div>
      </DialogForm>
    </Dialog>
  );
}
