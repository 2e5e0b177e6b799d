import type { Captured } from '../result.ts';
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
        captures: captures.map(({ kind, id, type, side }) => ({
          ...{ method: kind, id, side, documentType: kind === 'face' ? null : type },
          metadata: { id, side, ...(kind === 'face' ? { variant: type } : { type }) },
        })),
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
      listener.configured(said, line);
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
