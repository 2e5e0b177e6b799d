import type { Answers } from '../api-types.ts';

/** An API request, as the interface of the dashboard shows it. */
export type ApiRequest = Answers['GET /accounts/{account}/{environment}/requests/{id}'];

export type RequestPage = Answers['GET /accounts/{account}/{environment}/requests'];
