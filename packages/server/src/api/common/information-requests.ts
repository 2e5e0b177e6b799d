import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { DEFAULT_HOURS } from '../../checks/information-requests/ask.ts';
import {
  type InformationRequest,
  requestableItems,
  requestUri,
  sendingWays,
} from '../../checks/information-requests/request.ts';
import type { Ctx } from '../../context/ctx.ts';
import { languageIds } from '../../words/ids.ts';
import { DateTime, Id, NullableDateTime } from './schemas.ts';

/** Most hours for which an answer is taken: 30 days. */
const MOST_HOURS = 30 * 24;

const MESSAGE_LENGTH = 1000;

const Item = stringEnum(requestableItems, {
  description:
    'document_front, document_back: another picture of the same document; document: another document; credential: the document in a ' +
    'wallet; photo, video, motion: a new selfie or film',
});

/** A new request in the body of a call. */
export const NewInformationRequest = Type.Object(
  {
    items: Type.Array(Item, { minItems: 1, maxItems: requestableItems.length }),
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: MESSAGE_LENGTH, pattern: '\\S', description: 'Words to the applicant' }),
    ),
    language: Type.Optional(
      stringEnum(languageIds, { description: 'Default: the language of messages to the applicant' }),
    ),
    send_by: Type.Optional(
      stringEnum(sendingWays, { default: 'link', description: '`link` sends nothing: hand the `url` on yourself' }),
    ),
    expires_in_hours: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_HOURS, default: DEFAULT_HOURS, description: 'Default: a week' }),
    ),
  },
  { title: 'New information request' },
);

export const InformationRequestAnswer = Type.Object(
  {
    id: Id,
    report_id: Id,
    check_id: Id,
    applicant_id: Id,
    status: stringEnum(['open', 'answered', 'expired', 'cancelled'] as const),
    items: Type.Array(Item),
    message: Type.String(),
    language: Type.String(),
    send_by: stringEnum(sendingWays),
    url: {
      ...NullableString,
      description:
        'Address of the page for the applicant. Null once the request has ended, and for callers who may not ask',
    },
    created_at: DateTime,
    expires_at: DateTime,
    ended_at: NullableDateTime,
    reminded_at: Type.Array(DateTime, { description: 'Times of the reminders that were sent' }),
    media_ids: Type.Array(Id, { description: 'Media with which the applicant has answered' }),
  },
  { title: 'Information request' },
);

/** @param mayAsk whether the caller may see the address, with which anyone can answer */
export const presentInformationRequest = (ctx: Ctx, request: InformationRequest, mayAsk: boolean) => ({
  id: request.id,
  report_id: request.report_id,
  check_id: request.check_id,
  applicant_id: request.applicant_id,
  status: request.state,
  items: [...request.items],
  message: request.message,
  language: request.language,
  send_by: request.send_by,
  url: mayAsk && request.state === 'open' ? requestUri(ctx, request) : null,
  created_at: isoSeconds(request.created_at),
  expires_at: isoSeconds(request.expires_at),
  ended_at: isoSecondsOrNull(request.ended_at),
  reminded_at: request.reminded_at.map(isoSeconds),
  media_ids: [...request.media],
});
