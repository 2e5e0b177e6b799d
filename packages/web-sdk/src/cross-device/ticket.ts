/** Data that a phone needs to continue after its page was loaded again. */
export interface Ticket {
  /** Ticket of the phone's seat in the room. */
  readonly ticket: string;
  /** Pass from the computer, once the right number was picked. */
  readonly pass?: string | undefined;
  /** Everything was sent. */
  readonly done?: boolean | undefined;
}

/** Key in the session storage, which ends with the tab. */
const KEY = 'bonafide-room';

/** The ticket of a room, if this tab has one. */
export function recall(roomId: string): Ticket | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Ticket & { roomId?: unknown }) | null;
    return kept?.roomId === roomId ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Stores it; a page that may not store anything starts again when it is reloaded. */
export function storeTicket(roomId: string, ticket: Ticket): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ roomId, ...ticket }));
  } catch {
    // The page may not store anything.
  }
}
