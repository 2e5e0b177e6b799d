import type { AnswerMap } from './answer-map.ts';
import type { Json, Maps } from './template.ts';

/** Translation between the questions of the service and the API of a register, as the operator wrote it. */
export interface RestAdapter {
  readonly method: 'POST' | 'PUT';
  /** Template of the JSON body. */
  readonly body: Json;
  readonly maps: Maps;
  /** Authorisation server, by client credentials (RFC 6749, 4.4). */
  readonly oauth?: {
    readonly url: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly scope?: string;
  };
  readonly answer: AnswerMap;
}
