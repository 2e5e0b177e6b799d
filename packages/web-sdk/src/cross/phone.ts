import type { Captured } from '../result.ts';
import type { Step } from '../types.ts';
import { stepsForPhone } from './desktop.ts';
import { joinRoom, type Room } from './socket.ts';

/** Milliseconds that the computer has to say what is to be done. */
const CONFIG_MS = 10_000;

export interface PhoneListener {
  /** What is to be done, as the computer says. */
  configured(config: Readonly<Record<string, unknown>>, line: PhoneLine): void;
  /** The computer can't be reached: begin anew there. */
  lost(): void;
}

/** What the phone tells the computer. */
export interface PhoneLine {
  analytics(detail: object): void;
  done(captures: readonly Captured[]): void;
}

/** A capture as computers of every generation understand it. Faces have no side: older SDKs name captures by it. */
export function toldOf({ kind, id, type, side }: Captured): object {
  if (kind === 'face') return { method: kind, id, documentType: null, metadata: { id, variant: type } };
  return { method: kind, id, side, documentType: type, metadata: { id, type, side } };
}

/**
 * What a computer leaves to the phone. Ours says just that; published SDKs say all of their steps, where they are, and
 * what was chosen there.
 */
export function stepsLeft(config: Readonly<Record<string, unknown>>): Step[] {
  const { steps, clientStepIndex, stepIndex, idDocumentIssuingCountry: issuer } = config;
  const ahead = (Array.isArray(steps) ? steps : []).slice(Number(clientStepIndex ?? stepIndex ?? 0));
  const { type, options = {} } = ahead[0] ?? {};
  const choice = type === 'poa' ? config.poaDocumentType : config.documentType;
  if (typeof choice !== 'string' || options.genericDocumentTypes?.length > 0)
    return stepsForPhone(ahead, { choice: null, country: null });
  const chosen = (issuer as { country_alpha3?: string } | null)?.country_alpha3;
  const country = chosen ?? options.documentTypes?.[choice]?.country ?? null;
  return stepsForPhone(ahead, { choice, country: choice === 'passport' ? null : country });
}

/** Joins the room of a link and asks what is to be done. */
export default function joinComputer(base: string, roomId: string, listener: PhoneListener): { close(): void } {
  let room: Room | undefined;
  let configured = false;
  const give = () => {
    connection.close();
    listener.lost();
  };
  const patience = setTimeout(give, CONFIG_MS);
  const line: PhoneLine = {
    analytics: (detail) => room?.tell('user analytics', { detail }),
    done: (captures) =>
      room?.tell('client success', {
        captures: captures.map(toldOf),
      }),
  };
  const connection = joinRoom(base, roomId, {
    joined(joined) {
      room = joined;
      if (!configured) joined.tell('get config');
    },
    heard(event, said) {
      if (event !== 'config' || configured) return;
      configured = true;
      clearTimeout(patience);
      room?.tell('cross device start');
      listener.configured({ ...said, steps: stepsLeft(said) }, line);
    },
    lost() {
      clearTimeout(patience);
      listener.lost();
    },
  });
  return {
    close() {
      clearTimeout(patience);
      connection.close();
    },
  };
}
