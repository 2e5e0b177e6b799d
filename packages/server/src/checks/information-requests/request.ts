import type { Ctx } from '../../context/ctx.ts';
import type { InformationRequestRow } from '../../store/schema.ts';

/** Evidence that an applicant can be asked for once more. */
export const requestableItems = [
  ...(['document_front', 'document_back', 'document', 'credential'] as const),
  ...(['proof_of_address', 'photo', 'video', 'motion'] as const),
] as const;
export type RequestableItem = (typeof requestableItems)[number];

/** Ways in which a link reaches the applicant. `link`: nothing is sent, and the asking person hands the link on. */
export const sendingWays = ['link', 'email', 'sms'] as const;
export type SendingWay = (typeof sendingWays)[number];

/** Sealed data of an information request. */
interface InformationRequestData {
  readonly items: readonly RequestableItem[];
  /** The words of the asking person to the applicant. */
  readonly message: string;
  /** Language of mail, text messages and the page, such as `de`. */
  readonly language: string;
  readonly send_by: SendingWay;
  /** Opens the page of the applicant. */
  readonly secret: string;
  /** Times of the reminders that are still to be sent, Unix milliseconds, the earliest first. */
  readonly remind_at: readonly number[];
  /** Times of the reminders that were sent, Unix milliseconds. */
  readonly reminded_at: readonly number[];
  /** Ids of the media with which the applicant has answered; empty until then. */
  readonly media: readonly string[];
  /** Principal who ended the request, as `recordOf` writes it; null while it is open. */
  readonly ended_by: string | null;
}

/** Something that an applicant is asked for once more. Times are Unix milliseconds. */
export interface InformationRequest extends InformationRequestData, Omit<InformationRequestRow, 'data'> {}

export function toInformationRequest({ vault }: Pick<Ctx, 'vault'>, row: InformationRequestRow): InformationRequest {
  const { data, ...facts } = row;
  const { created_at, expires_at, ended_at } = row;
  return {
    ...facts,
    created_at: Number(created_at),
    expires_at: Number(expires_at),
    ended_at: ended_at === null ? null : Number(ended_at),
    ...vault.open<InformationRequestData>(row.id, data),
  };
}

export function sealInformationRequest({ vault }: Pick<Ctx, 'vault'>, request: InformationRequest): Buffer {
  const { items, message, language, send_by, secret, remind_at, reminded_at, media, ended_by } = request;
  return vault.seal(request.id, {
    items,
    message,
    language,
    send_by,
    secret,
    remind_at,
    reminded_at,
    media,
    ended_by,
  } satisfies InformationRequestData);
}

/** State of a request for the applicant: an open one ends with its time, also before the job of its end has run. */
export const isOpen = ({ state, expires_at }: InformationRequest, now: number): boolean =>
  state === 'open' && expires_at > now;

/** Address of the page for the applicant, which opens it for anyone who has it. */
export const requestUri = ({ services }: Ctx, { id, secret }: InformationRequest): string =>
  `${services.urls.api}/requests/${id}/${secret}`;
