// Types of the JSON that the dashboard's API answers, generated from its OpenAPI document.
// Don't edit this file. `npm run -s dashboard:types` writes it anew.

/** The JSON that each operation answers. */
export interface Answers {
  readonly 'POST /session': SignedInMember;
  readonly 'GET /session': SignedInMember;
  readonly 'DELETE /session': undefined;
  readonly 'POST /session/proof': SignedInMember;
  readonly 'GET /sessions': {
    readonly sessions: readonly {
      /** UUID, lower case */
      readonly id: string;
      readonly current: boolean;
      /** Browser and system, as it names itself */
      readonly device: string;
      readonly address: string;
      /** UTC, whole seconds */
      readonly created_at: string;
      /** UTC, whole seconds */
      readonly last_seen_at: string;
    }[];
  };
  readonly 'DELETE /sessions/{id}': undefined;
  readonly 'POST /invitations/open': {
    readonly kind: 'first' | 'member' | 'reset';
    readonly email: string | null;
    readonly name: string | null;
    /** The person is a member who can sign in: they do so, and accept by `POST /invitations/join` */
    readonly sign_in: boolean;
    readonly accounts: readonly {
      readonly name: string;
      readonly role: 'admin' | 'reviewer' | 'developer' | 'auditor';
    }[];
    /** UTC, whole seconds */
    readonly expires_at: string;
  };
  readonly 'POST /invitations/passkey/options': Readonly<Record<string, unknown>>;
  readonly 'POST /invitations/openid': {
    readonly url: string;
  };
  readonly 'POST /invitations/join': SignedInMember;
  readonly 'POST /invitations/accept': SignedInMember;
  readonly 'GET /notices': {
    readonly notices: readonly {
      /** UUID, lower case */
      readonly id: string;
      readonly subject: string;
      readonly device: string;
      readonly address: string;
      /** UTC, whole seconds */
      readonly created_at: string;
      /** Null where no mail server has taken it */
      readonly sent_at: string | null;
    }[];
  };
  readonly 'POST /totp': {
    readonly secret: string;
    readonly uri: string;
  };
  readonly 'DELETE /totp': undefined;
  readonly 'POST /totp/confirm': {
    readonly recovery_codes: readonly string[];
  };
  readonly 'POST /totp/recovery_codes': {
    readonly recovery_codes: readonly string[];
  };
  readonly 'PUT /password': undefined;
  readonly 'GET /passkeys': {
    readonly passkeys: readonly Passkey[];
  };
  readonly 'POST /passkeys': Passkey;
  readonly 'POST /passkeys/options': Readonly<Record<string, unknown>>;
  readonly 'PATCH /passkeys/{id}': undefined;
  readonly 'DELETE /passkeys/{id}': undefined;
  readonly 'POST /session/passkey/options': Readonly<Record<string, unknown>>;
  readonly 'POST /session/passkey': SignedInMember;
  readonly 'POST /session/proof/passkey/options': Readonly<Record<string, unknown>>;
  readonly 'POST /session/proof/passkey': SignedInMember;
  readonly 'GET /sign-in': {
    /** Password or passkey */
    readonly own: boolean;
    readonly openid: boolean;
  };
  readonly 'GET /accounts/{account}/members': {
    readonly members: readonly Member[];
  };
  readonly 'POST /accounts/{account}/members': {
    /** UUID, lower case */
    readonly id: string;
  } & {
    /** A mail server has taken the invitation */
    readonly mailed: boolean;
    /** For the inviter to pass on, shown this once; null where it was mailed */
    readonly invitation_url: string | null;
  };
  readonly 'POST /accounts/{account}/members/{id}/invitation': {
    /** A mail server has taken the invitation */
    readonly mailed: boolean;
    /** For the inviter to pass on, shown this once; null where it was mailed */
    readonly invitation_url: string | null;
  };
  readonly 'PATCH /accounts/{account}/members/{id}': undefined;
  readonly 'DELETE /accounts/{account}/members/{id}': undefined;
  readonly 'DELETE /accounts/{account}/members/{id}/sessions': undefined;
  readonly 'PUT /accounts/{account}/members/{id}/disabled': undefined;
  readonly 'GET /accounts/{account}/member_names': {
    readonly members: readonly {
      /** UUID, lower case */
      readonly id: string;
      readonly name: string;
    }[];
  };
  readonly 'GET /accounts/{account}/permissions': {
    readonly role: 'admin' | 'reviewer' | 'developer' | 'auditor';
    readonly actions: readonly {
      readonly action: string;
      /** `proof`: within five minutes after a proof; null where the action has no meaning there */
      readonly live: 'yes' | 'proof' | 'no' | null;
      /** `proof`: within five minutes after a proof; null where the action has no meaning there */
      readonly sandbox: 'yes' | 'proof' | 'no' | null;
      /** `proof`: within five minutes after a proof; null where the action has no meaning there */
      readonly account: 'yes' | 'proof' | 'no' | null;
    }[];
  };
  readonly 'GET /find/{kind}/{id}': {
    /** UUID, lower case */
    readonly account: string;
    readonly environment: 'sandbox' | 'live';
    /** UUID, lower case */
    readonly id: string;
  };
  readonly 'GET /accounts/{account}/{environment}/overview': Overview;
  readonly 'GET /accounts/{account}/{environment}/checks': {
    readonly checks: readonly CheckOfAList[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'GET /accounts/{account}/{environment}/report_names': {
    readonly report_names: readonly string[];
  };
  readonly 'GET /accounts/{account}/{environment}/checks/{id}': Check;
  readonly 'POST /accounts/{account}/{environment}/checks/{id}/withdraw': Check;
  readonly 'POST /accounts/{account}/{environment}/checks/{id}/resume': Check;
  readonly 'POST /accounts/{account}/{environment}/checks/{id}/reopen': Check;
  readonly 'POST /accounts/{account}/{environment}/checks/{id}/take_up': Check;
  readonly 'POST /accounts/{account}/{environment}/checks/{id}/return_to_applicant': Check;
  readonly 'GET /accounts/{account}/{environment}/checks/{id}/states': States;
  readonly 'GET /accounts/{account}/{environment}/reports/{id}/states': States;
  readonly 'GET /accounts/{account}/{environment}/applicants/{id}/states': States;
  readonly 'GET /accounts/{account}/{environment}/queue': {
    readonly reports: readonly WaitingReport[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
    readonly total: number;
    readonly by_report: Readonly<Record<string, number>>;
    readonly by_doubt: Readonly<Record<string, number>>;
    readonly oldest_at: string | null;
    /** While the environment has no check: what the page offers instead of a queue */
    readonly first_steps: {
      /** Whether the service may be filled with made-up checks */
      readonly demo: boolean;
    } | null;
  };
  readonly 'GET /accounts/{account}/{environment}/queue/workflow_runs': {
    readonly workflow_runs: readonly WaitingWorkflowRun[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
    readonly total: number;
  };
  readonly 'POST /accounts/{account}/{environment}/queue/take': WaitingReport | undefined;
  readonly 'POST /accounts/{account}/{environment}/reports/{id}/claim': WaitingReport;
  readonly 'DELETE /accounts/{account}/{environment}/reports/{id}/claim': undefined;
  readonly 'POST /accounts/{account}/{environment}/reports/{id}/refer': undefined;
  readonly 'GET /accounts/{account}/{environment}/reports/{id}': ReportInReview;
  readonly 'POST /accounts/{account}/{environment}/reports/{id}/outcomes': {
    /** One outcome for each decision, in the same order */
    readonly outcomes: readonly (ForeseenOutcome | null)[];
  };
  readonly 'POST /accounts/{account}/{environment}/reports/{id}/decide': {
    /** UUID, lower case */
    readonly id: string;
    /** UUID, lower case */
    readonly check_id: string;
    readonly name: string;
    readonly status: string;
    readonly result: string | null;
    readonly sub_result: string | null;
    /** Paths of the leaves that wait for a person */
    readonly doubts: readonly string[];
  } | Proposal | KeptDecision;
  readonly 'GET /accounts/{account}/{environment}/applicants': {
    readonly applicants: readonly ApplicantOfAList[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'GET /accounts/{account}/{environment}/applicants/{id}': Applicant;
  readonly 'DELETE /accounts/{account}/{environment}/applicants/{id}': undefined;
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/restore': undefined;
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/erase': Erasure;
  readonly 'GET /accounts/{account}/{environment}/workflows': {
    readonly workflows: readonly {
      /** UUID, lower case */
      readonly id: string;
      readonly version: number;
      readonly name: string;
      readonly steps: readonly {
        readonly name: string;
        readonly task: string;
        /** applicant, client or member; null where the service does it */
        readonly completed_by: string | null;
        /** Names of the reports of a check */
        readonly reports: readonly string[];
      }[];
      /** Rules in order. The first rule whose condition holds decides */
      readonly decide: readonly {
        /** The condition in words; null where the rule always decides */
        readonly when: string | null;
        readonly outcome: string;
        readonly reason: string | null;
      }[];
      /** Where each step, condition and end stands, from the top to the bottom */
      readonly picture: {
        readonly width: number;
        readonly height: number;
        readonly shapes: readonly Readonly<Record<string, unknown>>[];
      };
      readonly abandon_after_days: number;
      /** Versions before, the highest first */
      readonly earlier: readonly Workflow[];
    }[];
  };
  readonly 'GET /accounts/{account}/{environment}/workflow_runs': {
    readonly workflow_runs: readonly WorkflowRun[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'GET /accounts/{account}/{environment}/workflow_runs/{id}': WorkflowRunWithItsData;
  readonly 'POST /accounts/{account}/{environment}/workflow_runs/{id}/tasks/{task}/decide': WorkflowRun;
  readonly 'GET /accounts/{account}/{environment}/suppressions': {
    readonly suppressions: readonly Suppression[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'POST /accounts/{account}/{environment}/suppressions/{id}/revoke': Suppression | Proposal;
  readonly 'GET /accounts/{account}/{environment}/monitors': {
    readonly progress: {
      /** Number of the active set; 0 where no list is loaded */
      readonly set: number;
      /** Active monitors */
      readonly monitors: number;
      /** Those that were searched for in the active set */
      readonly searched: number;
    };
    readonly monitors: readonly MonitorState[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'GET /accounts/{account}/{environment}/proposals': {
    readonly proposals: readonly Proposal[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'POST /accounts/{account}/{environment}/proposals/{id}/confirm': Proposal;
  readonly 'POST /accounts/{account}/{environment}/proposals/{id}/refuse': Proposal;
  readonly 'GET /accounts/{account}/{environment}/requests': {
    readonly requests: readonly APIRequest[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
    /** How far back this page has looked; null: all the way */
    readonly searched_until: string | null;
    /** Requests that are missing here, since the store was slow */
    readonly dropped: number;
    /** For how long requests are kept */
    readonly days: number;
  };
  readonly 'GET /accounts/{account}/{environment}/requests/{id}': APIRequest;
  readonly 'GET /accounts/{account}/tokens': {
    readonly tokens: readonly TokenOfAnAccount[];
  };
  readonly 'POST /accounts/{account}/{environment}/tokens': {
    /** UUID, lower case */
    readonly id: string;
    readonly kind: 'api' | 'oauth_client';
    readonly environment: string;
    readonly name: string;
    readonly permission: string;
    /** First characters, to recognise it by */
    readonly hint: string;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly last_used_at: string | null;
    readonly revoked_at: string | null;
    readonly expires_at: string | null;
    /** Who did it; null where that was not recorded */
    readonly created_by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Who did it; null where that was not recorded */
    readonly revoked_by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** The token, or the secret of the client; shown this once */
    readonly secret: string;
  };
  readonly 'DELETE /accounts/{account}/tokens/{id}': undefined;
  readonly 'GET /accounts/{account}/{environment}/webhooks': {
    readonly webhooks: readonly WebhookOfAnAccount[];
    /** That a new webhook can have */
    readonly events: readonly string[];
  };
  readonly 'POST /accounts/{account}/{environment}/webhooks': {
    /** UUID, lower case */
    readonly id: string;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly url: string;
    readonly name: string | null;
    readonly enabled: boolean;
    readonly events: readonly string[];
    readonly environments: readonly string[];
    readonly payload_version: number;
    readonly oauth_enabled: boolean;
    /** Until when the secret before the rotation signs too */
    readonly previous_secret_until: string | null;
    /** Key of the signatures */
    readonly secret: string;
  };
  readonly 'PATCH /accounts/{account}/{environment}/webhooks/{id}': WebhookOfAnAccount;
  readonly 'DELETE /accounts/{account}/{environment}/webhooks/{id}': undefined;
  readonly 'POST /accounts/{account}/{environment}/webhooks/{id}/secret': {
    /** UUID, lower case */
    readonly id: string;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly url: string;
    readonly name: string | null;
    readonly enabled: boolean;
    readonly events: readonly string[];
    readonly environments: readonly string[];
    readonly payload_version: number;
    readonly oauth_enabled: boolean;
    /** Until when the secret before the rotation signs too */
    readonly previous_secret_until: string | null;
    /** Key of the signatures */
    readonly secret: string;
  };
  readonly 'DELETE /accounts/{account}/{environment}/webhooks/{id}/previous_secret': undefined;
  readonly 'POST /accounts/{account}/{environment}/webhooks/{id}/test': undefined;
  readonly 'GET /accounts/{account}/{environment}/webhooks/{id}/deliveries': {
    readonly deliveries: readonly DeliveryToAWebhook[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'POST /accounts/{account}/{environment}/deliveries/{id}/resend': {
    /** UUID, lower case */
    readonly id: string;
    /** UUID, lower case */
    readonly webhook_id: string;
    readonly state: string;
    /** UTC, whole seconds */
    readonly created_at: string;
  };
  readonly 'POST /accounts/{account}/{environment}/webhooks/{id}/replay': {
    readonly resent: number;
    /** Left out: their applicant is deleted */
    readonly skipped: number;
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'GET /accounts/{account}/{environment}/events': {
    readonly events: readonly Event[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'GET /accounts/{account}/{environment}/sandbox_triggers': {
    readonly triggers: readonly SandboxTrigger[];
  };
  readonly 'POST /accounts/{account}/{environment}/sandbox_applicants': {
    /** UUID, lower case */
    readonly id: string;
  };
  readonly 'POST /accounts/{account}/{environment}/sandbox_checks': {
    /** UUID, lower case */
    readonly id: string;
  };
  readonly 'GET /accounts/{account}/settings': SettingsOfAnAccount;
  readonly 'PATCH /accounts/{account}/settings': SettingsOfAnAccount;
  readonly 'DELETE /accounts/{account}/logo': SettingsOfAnAccount;
  readonly 'PUT /accounts/{account}/logo': SettingsOfAnAccount;
  readonly 'GET /accounts/{account}/{environment}/reasons': {
    readonly reasons: readonly string[];
  };
  readonly 'GET /accounts/{account}/watchlists': {
    readonly set: SetOfWatchlistsThatIsSearched | null;
    readonly versions: readonly VersionOfAWatchlist[];
    readonly imports: readonly ImportOfAWatchlist[];
  };
  readonly 'POST /accounts/{account}/watchlists/imports': ImportOfAWatchlist;
  readonly 'GET /accounts/{account}/watchlists/{list}/diff': {
    readonly before: VersionOfAWatchlist | null;
    readonly after: VersionOfAWatchlist;
    /** The first 1,000 */
    readonly records: readonly {
      readonly source_id: string;
      readonly change: 'added' | 'changed' | 'gone';
    }[];
  };
  readonly 'POST /accounts/{account}/watchlists/{list}/activate': SetOfWatchlistsThatIsSearched;
  readonly 'POST /accounts/{account}/watchlists/{list}/rollback': SetOfWatchlistsThatIsSearched;
  readonly 'POST /accounts/{account}/watchlists/{list}/discard': undefined;
  readonly 'GET /accounts/{account}/audit/actions': {
    readonly actions: readonly string[];
  };
  readonly 'GET /accounts/{account}/audit': {
    readonly entries: readonly AuditEntry[];
    readonly next: number | null;
  };
  readonly 'GET /accounts/{account}/audit/verify': VerdictOnAnAuditLog;
  readonly 'POST /accounts/{account}/audit/verify': VerdictOnAnAuditLog;
  readonly 'GET /accounts/{account}/deployment_audit': {
    readonly entries: readonly AuditEntry[];
    readonly next: number | null;
  };
  readonly 'GET /accounts/{account}/deployment_audit/verify': VerdictOnAnAuditLog;
  readonly 'POST /accounts/{account}/deployment_audit/verify': VerdictOnAnAuditLog;
}

export interface APIRequest {
  /** Place in the log */
  readonly id: string;
  /** When it was answered, with milliseconds */
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  /** Template of the route without its version */
  readonly route: string;
  /** Ids in its path */
  readonly path_ids: readonly string[];
  readonly status: number;
  readonly error_type: string | null;
  readonly error_message: string | null;
  /** Milliseconds */
  readonly latency_ms: number;
  /** The API token, or the one that made the SDK token */
  readonly token: {
    /** UUID, lower case */
    readonly id: string;
    /** Null for what pages of the service itself send */
    readonly label: string | null;
  };
  /** User agent of the client; null for SDK tokens, because an applicant's browser sent the request */
  readonly client: string | null;
  readonly environment: string;
  /** Null for routes of capture SDKs without a version */
  readonly api_version: string | null;
  readonly idempotent_replay: boolean;
  /** Names of the fields of its body; never their values */
  readonly body_fields: readonly string[];
  /** Names of its query; values of paging alone, else null */
  readonly query: Readonly<Record<string, string | null>>;
}

export interface Applicant {
  /** UUID, lower case */
  readonly id: string;
  readonly name: string | null;
  readonly dob: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** As the client gave it. Personal data */
  readonly data: Readonly<Record<string, unknown>>;
  readonly consents: readonly {
    readonly name: string;
    readonly granted: boolean;
    readonly granted_at: string | null;
  }[];
  /** Newest first */
  readonly media: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly kind: string;
    readonly type: string | null;
    readonly side: string | null;
    readonly file_name: string;
    readonly media_type: string;
    readonly file_size: number;
    /** UTC, whole seconds */
    readonly created_at: string;
  }[];
  readonly checks: readonly CheckOfAList[];
  readonly workflow_runs: readonly WorkflowRun[];
  /** Sent to the applicant, without their text: a link in it opens the form. No check: a notice of a workflow run */
  readonly mails: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly check_id: string | null;
    readonly to: string;
    readonly subject: string;
    readonly state: string;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly finished_at: string | null;
  }[];
  /** Text messages to the applicant, without their text: a link in it opens the capture */
  readonly messages: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly to: string;
    readonly state: string;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly finished_at: string | null;
  }[];
  readonly monitors: readonly MonitorState[];
  /** Other applicants who may be the same person */
  readonly related: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    /** Has given a document of the same number, type and country */
    readonly document: boolean;
    /** The best score of a face that a report on known faces has found, 0 to 1 */
    readonly face: number | null;
  }[];
  readonly history: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    readonly kind: 'created' | 'event' | 'decision' | 'delivery' | 'audit';
    /** What was created, the type of the event, the name of the report that was decided, or the action of the audit log */
    readonly what: string;
    readonly status: string | null;
    /** Who did it; null where that was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Of a member */
    readonly by_name: string | null;
    readonly note: string | null;
  }[];
}

export interface ApplicantOfAList {
  /** UUID, lower case */
  readonly id: string;
  readonly name: string | null;
  readonly dob: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
}

export interface AuditEntry {
  /** From 1 in each chain */
  readonly number: number;
  /** UTC, whole seconds */
  readonly at: string;
  /** Who did it; null where that was not recorded */
  readonly actor: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly address: string | null;
  readonly action: string;
  readonly object: {
    readonly type: string;
    readonly id: string;
  };
  readonly account_id: string | null;
  readonly environment: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** SHA-256, hexadecimal digits */
  readonly hash: string;
}

export interface Check {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  /** Null for roles that see no personal data */
  readonly applicant_name: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly status: string;
  readonly result: string | null;
  readonly tags: readonly string[];
  readonly reports: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly result: string | null;
    readonly sub_result: string | null;
  }[];
  /** As the latest version of the API answers it, but for `form_uri`: its holder acts as the applicant */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Its reports, as the latest version of the API answers them */
  readonly details: readonly Readonly<Record<string, unknown>>[];
  /** What was found for each leaf of a breakdown, by the id of the report and the path of the leaf */
  readonly leaves: Readonly<Record<string, Readonly<Record<string, {
    readonly result: string | null;
    /** In words. It may name compared values. Personal data */
    readonly reason: string;
    readonly measure?: number;
    readonly threshold?: number;
    /** Waits for a person */
    readonly doubt: boolean;
    readonly decided: 'clear' | 'consider' | null;
    readonly properties?: Readonly<Record<string, unknown>>;
    /** What was compared, with the parts that show it. Personal data */
    readonly values?: readonly {
      readonly source: 'mrz' | 'barcode' | 'chip' | 'printed' | 'applicant';
      readonly value: string;
      readonly certainty: 'sure' | 'likely' | 'weak' | null;
      /** Characters, from 0, that the first value lacks; of the first, those that any other lacks */
      readonly differing: readonly number[];
      readonly part: string | null;
    }[];
    /** What would settle the doubt */
    readonly settles?: string;
  }>>>>;
  /** What its state lets a member do */
  readonly changes: readonly ('withdraw' | 'resume' | 'reopen' | 'take_up' | 'return_to_applicant')[];
  readonly history: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    readonly kind: 'created' | 'event' | 'decision' | 'delivery' | 'audit';
    /** What was created, the type of the event, the name of the report that was decided, or the action of the audit log */
    readonly what: string;
    readonly status: string | null;
    /** Who did it; null where that was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Of a member */
    readonly by_name: string | null;
    readonly note: string | null;
  }[];
}

export interface CheckOfAList {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  /** Null for roles that see no personal data */
  readonly applicant_name: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly status: string;
  readonly result: string | null;
  readonly tags: readonly string[];
  readonly reports: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly result: string | null;
    readonly sub_result: string | null;
  }[];
}

export interface ComparedFaces {
  readonly portrait: PlaceOfAFace | null;
  /** In the photo, or in pictures of the film in their order */
  readonly captured: readonly PlaceOfAFace[];
  /** Which of `captured` was compared */
  readonly compared: number | null;
  readonly likeness: {
    readonly cosine: number;
    /** Lowest score at which two faces belong to one person */
    readonly match: number | null;
    /** Score below which two faces belong to two people */
    readonly mismatch: number | null;
    /** Measured pairs of one person and of two, bin by bin */
    readonly distribution: {
      /** Least cosine of the first bin */
      readonly from: number;
      /** Width of a bin */
      readonly step: number;
      readonly same: readonly number[];
      readonly different: readonly number[];
      readonly source: string;
      readonly command: string;
    };
  } | null;
  /** Signs of a presentation attack */
  readonly signals: readonly {
    readonly name: string;
    readonly result: 'pass' | 'fail' | null;
    readonly measure: number | null;
    readonly threshold: number | null;
  }[];
}

export interface DecisionOnAHit {
  readonly record: {
    readonly list: string;
    readonly source_id: string;
  };
  readonly decision: 'true_match' | 'false_match' | 'unsure';
  readonly reason: 'different_birth_date' | 'different_nationality' | 'different_id_number' | 'different_gender' | 'different_relatives' | 'other' | null;
  readonly note: string;
  /** UUID, lower case */
  readonly suppression_id: string | null;
}

export interface DecisionToRepeat {
  /** Of the whole report; `unidentified` of identity reports alone */
  readonly result?: 'clear' | 'consider' | 'unidentified';
  readonly sub_result?: 'clear' | 'rejected' | 'suspected' | 'caution';
  /** By path. Beside `result`: the leaves that it flags, each `consider` */
  readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
  /** Of a watchlist report, one by one */
  readonly hits?: readonly HitToDecide[];
}

export interface DeliveryToAWebhook {
  /** UUID, lower case */
  readonly id: string;
  readonly environment: string;
  /** UUID, lower case */
  readonly webhook_id: string;
  readonly event: string;
  /** UUID, lower case */
  readonly resource_id: string;
  /** pending, delivered, failed or dropped */
  readonly state: string;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly finished_at: string | null;
  readonly attempts: readonly {
    /** From 1 */
    readonly number: number;
    /** UTC, whole seconds */
    readonly at: string;
    readonly status: number | null;
    readonly latency_ms: number;
    readonly error: string | null;
    /** First bytes of the answer */
    readonly response_head: string | null;
  }[];
  /** Body of the request; null where it may have personal data that the role does not see */
  readonly sent: string | null;
}

export interface Erasure {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly environment: string;
  /** UTC, whole seconds */
  readonly requested_at: string;
  /** UTC, whole seconds */
  readonly erased_at: string;
  /** Who did it; null where that was not recorded */
  readonly requested_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** Erased objects by kind */
  readonly counts: Readonly<Record<string, number>>;
}

export interface Event {
  /** UUID, lower case */
  readonly id: string;
  readonly type: string;
  readonly object: {
    readonly type: string;
    readonly id: string;
  };
  readonly check_id: string | null;
  /** Of the object, after the event */
  readonly status: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
}

export interface Evidence {
  /** Of the document, by where it carries its data */
  readonly kind: string;
  readonly found: readonly {
    readonly forgery: string;
    /** Path of the leaf that answers for it */
    readonly leaf: string;
    /** What confirms that the document was not forged in this way; empty: nothing does */
    readonly confirmed_by: readonly {
      readonly source: string;
      readonly grade: 'independent' | 'forensic';
      readonly measure?: number;
      readonly threshold?: number;
      readonly reason?: string;
    }[];
  }[];
}

export interface ForeseenOutcome {
  readonly status: 'complete' | 'withdrawn' | 'cancelled' | 'awaiting_approval';
  readonly result: 'clear' | 'consider' | 'unidentified' | null;
  readonly sub_result: 'clear' | 'rejected' | 'suspected' | 'caution' | null;
  /** Paths of the leaves that are flagged in the end */
  readonly flagged: readonly string[];
  /** Paths of the leaves that wait for another decision */
  readonly doubts: readonly string[];
  /** Takes effect only once another person decides the same, or confirms it */
  readonly needs_another: boolean;
}

export interface HitToDecide {
  readonly record: {
    readonly list: string;
    readonly source_id: string;
  };
  readonly decision: 'true_match' | 'false_match' | 'unsure';
  /** Why a false match is another person */
  readonly reason?: 'different_birth_date' | 'different_nationality' | 'different_id_number' | 'different_gender' | 'different_relatives' | 'other';
  /** Default: that of the whole decision */
  readonly note?: string;
  /** Of a false match: later reports leave it out, too */
  readonly suppress?: boolean;
  /** Until it expires */
  readonly months?: number;
}

export interface HitToReview {
  /** Breakdowns that it answers */
  readonly leaves: readonly string[];
  readonly decided: DecisionOnAHit | null;
  /** What to compare, in this order. Personal data */
  readonly review: readonly {
    readonly step: 'list' | 'party' | 'name' | 'birth_date' | 'nationality' | 'place' | 'ask_applicant';
    readonly applicant: readonly string[];
    readonly listed: readonly string[];
  }[];
  /** Other hits of the same listed person: they are decided alike */
  readonly alike: readonly {
    readonly list: string;
    readonly source_id: string;
  }[];
  /** No suppression of it is active: a false match may be kept as one */
  readonly suppressible: boolean;
  readonly list: string;
  readonly version_id: string;
  readonly source_id: string;
  readonly categories: readonly string[];
  readonly score: number;
  /** match, possible or below */
  readonly verdict: string;
  /** How the score came about */
  readonly words: readonly string[];
  readonly explanation: Readonly<Record<string, unknown>>;
  readonly record: Readonly<Record<string, unknown>>;
  readonly suppressed?: SuppressionOfAHit;
  /** The hit was suppressed before, until that lapsed */
  readonly previously_suppressed?: {
    /** UUID, lower case */
    readonly id: string;
    /** Who did it; null where that was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Who did it; null where that was not recorded */
    readonly confirmed_by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** UTC, whole seconds */
    readonly at: string;
    readonly reason: 'different_birth_date' | 'different_nationality' | 'different_id_number' | 'different_gender' | 'different_relatives' | 'other';
    readonly note: string;
    /** UTC, whole seconds */
    readonly expires_at: string;
    readonly lapsed_because: 'record_changed' | 'applicant_changed' | 'listed_again' | 'expired' | 'revoked';
  };
}

export interface ImportOfAWatchlist {
  /** UUID, lower case */
  readonly id: string;
  readonly list: string;
  readonly state: 'queued' | 'reading' | 'storing' | 'activating' | 'succeeded' | 'failed';
  readonly records_stored: number;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** Who did it; null where that was not recorded */
  readonly created_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly ended_at: string | null;
  /** What the import has made, as it was then; null until it has succeeded */
  readonly result: {
    readonly outcome: 'activated' | 'staged' | 'confirmed' | 'dry_run';
    readonly version: VersionOfAWatchlist;
    readonly kinds: Readonly<Record<string, number>>;
    readonly names: number;
    readonly unusable: Readonly<Record<string, number>>;
    readonly set: number | null;
  } | null;
  /** Why it has failed; null unless it has */
  readonly error: {
    readonly type: string;
    readonly message: string;
    /** As in the body of an error */
    readonly fields?: unknown;
  } | null;
}

export interface KeptDecision {
  /** UUID, lower case */
  readonly id: string;
  /** Person */
  readonly waits_for: 'second' | 'third';
}

export interface Member {
  /** UUID, lower case */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'admin' | 'reviewer' | 'developer' | 'auditor';
  readonly state: 'invited' | 'expired' | 'active' | 'disabled';
  /** How the member signs in */
  readonly ways: readonly ('password' | 'totp' | 'passkey' | 'openid')[];
  /** Whether the member has opened a link that was mailed to the address, or an OpenID provider has verified it. Null for a person who has not accepted */
  readonly email_proved: boolean | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly last_seen_at: string | null;
}

export interface MonitorState {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly report_name: 'watchlist_standard' | 'watchlist_aml';
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly deleted_at: string | null;
  /** Set of watchlists that was last searched for it; null before its first check ends, -1 before a sweep that was asked for */
  readonly screened_set: number | null;
}

export interface Overview {
  readonly waiting: {
    readonly reports: number;
    readonly by_report: Readonly<Record<string, number>>;
    readonly oldest_at: string | null;
    /** How many reports have waited so long; the last group has no end */
    readonly by_age: readonly {
      /** Minutes */
      readonly from: number;
      readonly to: number | null;
      readonly reports: number;
    }[];
  };
  /** Checks by their result; `other`: without one. The last 30 days, the earliest first */
  readonly checks_by_day: readonly {
    /** YYYY-MM-DD, in UTC */
    readonly day: string;
    readonly clear: number;
    readonly consider: number;
    readonly other: number;
  }[];
  /** Seconds from the creation of a report to its end, by the day of its creation; null where none has ended */
  readonly time_to_result: readonly {
    /** YYYY-MM-DD, in UTC */
    readonly day: string;
    readonly reports: number;
    readonly p50: number | null;
    readonly p95: number | null;
  }[];
  /** Applicants whose uploads were refused for the first time for a reason: the SDK token is of another applicant, or names other pages (`origin`); the file has a wrong format, a wrong size, is unreadable, or its picture failed a check of its quality. The last 30 days, the earliest first */
  readonly refused_uploads: readonly {
    /** YYYY-MM-DD, in UTC */
    readonly day: string;
    readonly other_applicant: number;
    readonly origin: number;
    readonly format: number;
    readonly size: number;
    readonly unreadable: number;
    readonly quality: number;
  }[];
  /** Deliveries that were given up, by the day on which they were queued. The last 30 days, the earliest first */
  readonly failed_deliveries: readonly {
    /** YYYY-MM-DD, in UTC */
    readonly day: string;
    readonly failed: number;
  }[];
  /** What the member may see of it */
  readonly to_do: readonly {
    readonly kind: 'webhook_failing' | 'list_outdated' | 'certificate_expires';
    /** Of the webhook, of the list, or of the setting of the certificate */
    readonly name: string;
    /** Of the latest 100 deliveries those that failed, or days since the list was confirmed */
    readonly count: number | null;
    /** When the certificate expires */
    readonly at: string | null;
  }[];
}

export interface Passkey {
  /** UUID, lower case */
  readonly id: string;
  readonly name: string;
  /** Its provider copies it to other devices of the member */
  readonly synced: boolean;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface PlaceOfAFace {
  /** UUID, lower case */
  readonly media_id: string;
  /** Of a PDF, from 0 */
  readonly page?: number;
  /** Of a film: seconds from its start */
  readonly at?: number;
  /** Centres of both eyes, in shares of the picture as a viewer shows it */
  readonly eyes: {
    readonly left: {
      readonly x: number;
      readonly y: number;
    };
    readonly right: {
      readonly x: number;
      readonly y: number;
    };
    /** Width of the picture in its height */
    readonly aspect: number;
  };
}

export interface Proposal {
  /** UUID, lower case */
  readonly id: string;
  /** Null of a relaxation */
  readonly applicant_id: string | null;
  /** Null of a relaxation */
  readonly report_id: string | null;
  readonly kind: 'decision' | 'suppression' | 'revocation' | 'relaxation';
  readonly state: 'proposed' | 'confirmed' | 'refused';
  /** Who did it; null where that was not recorded */
  readonly by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** UTC, whole seconds */
  readonly at: string;
  /** Who did it; null where that was not recorded */
  readonly ended_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly ended_at: string | null;
  /** Why it was refused */
  readonly refusal: string | null;
  /** What a confirmation does, with the notes of the operator who proposed it. Personal data */
  readonly proposed: Readonly<Record<string, unknown>>;
}

export interface ReportInReview {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly check_id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly environment: string;
  readonly name: string;
  readonly status: string;
  readonly result: string | null;
  readonly sub_result: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly step: string | null;
  /** Paths of the leaves that wait for a person */
  readonly doubts: readonly string[];
  /** Analysers gave up on it */
  readonly failed: boolean;
  /** Who did it; null where that was not recorded */
  readonly decided_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly attempts: number | null;
  readonly failure: string | null;
  readonly media: Readonly<Record<string, unknown>>;
  readonly leaves: Readonly<Record<string, {
    readonly result: string | null;
    /** In words. It may name compared values. Personal data */
    readonly reason: string;
    readonly measure?: number;
    readonly threshold?: number;
    /** Waits for a person */
    readonly doubt: boolean;
    readonly decided: 'clear' | 'consider' | null;
    readonly properties?: Readonly<Record<string, unknown>>;
    /** What was compared, with the parts that show it. Personal data */
    readonly values?: readonly {
      readonly source: 'mrz' | 'barcode' | 'chip' | 'printed' | 'applicant';
      readonly value: string;
      readonly certainty: 'sure' | 'likely' | 'weak' | null;
      /** Characters, from 0, that the first value lacks; of the first, those that any other lacks */
      readonly differing: readonly number[];
      readonly part: string | null;
    }[];
    /** What would settle the doubt */
    readonly settles?: string;
  }>>;
  /** See the guide on evidence; null where no document was assessed */
  readonly evidence: Evidence | null;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Of a document: each field as every source has it, and as the client gave it. Personal data */
  readonly fields: readonly {
    /** As leaves name it */
    readonly field: string;
    readonly values: readonly {
      readonly source: 'mrz' | 'barcode' | 'chip' | 'printed' | 'applicant';
      readonly value: string;
      readonly certainty: 'sure' | 'likely' | 'weak' | null;
      /** Characters, from 0, that the first value lacks; of the first, those that any other lacks */
      readonly differing: readonly number[];
      readonly part: string | null;
    }[];
  }[];
  /** Of a watchlist report; those that are suppressed come last */
  readonly hits: readonly HitToReview[];
  /** The decision on it that waits for a second operator */
  readonly proposal: string | null;
  readonly standing: Standing;
  /** What the pictures of its documents show where */
  readonly parts: readonly {
    /** Names its crop */
    readonly id: string;
    readonly kind: 'portrait' | 'ghost' | 'zone' | 'barcode' | 'field' | 'heat';
    /** UUID, lower case */
    readonly media_id: string;
    /** Of a PDF, from 0 */
    readonly page: number;
    /** In shares of the picture as a viewer shows it */
    readonly box: {
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    };
    readonly field?: string;
    readonly source?: 'mrz' | 'printed';
  }[];
  readonly decisions: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    /** Who did it; null where that was not recorded */
    readonly decided_by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Who did it; null where that was not recorded */
    readonly confirmed_by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Of a second person who decided the same */
    readonly confirmed_note?: string;
    readonly note: string;
    readonly hits?: readonly DecisionOnAHit[];
    readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
    readonly result: 'clear' | 'consider' | 'unidentified' | null;
    /** The two decisions that this one has settled, which never took effect */
    readonly differing?: readonly {
      /** UTC, whole seconds */
      readonly at: string;
      /** Who did it; null where that was not recorded */
      readonly decided_by: {
        readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
        /** Public id of the credential */
        readonly id: string;
      } | null;
      readonly note: string;
      readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
      readonly result: 'clear' | 'consider' | 'unidentified' | null;
    }[];
  }[];
  readonly breakdown: Readonly<Record<string, unknown>>;
  /** As it was when the check was made. Personal data */
  readonly applicant: {
    readonly first_name: string;
    readonly middle_name: string | null;
    readonly last_name: string;
    readonly dob: string | null;
    readonly address: Readonly<Record<string, unknown>> | null;
  };
  readonly check: {
    /** UUID, lower case */
    readonly id: string;
    readonly status: string;
    readonly result: string | null;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly tags: readonly string[];
  };
  readonly claimed_by: {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    /** UTC, whole seconds */
    readonly until: string;
  } | null;
  /** Of a report that compares faces: the crop of the portrait that a document report found */
  readonly portrait: null | {
    /** UUID, lower case */
    readonly report_id: string;
    readonly part: string;
  };
  /** Of a report that compares faces: where they are, and how alike; null of other reports and of earlier ones */
  readonly faces: ComparedFaces | null;
  readonly about: WhatAReportIsAbout;
  /** Leaves in doubt and flagged leaves, the gravest first */
  readonly concerns: readonly {
    readonly path: string;
    readonly kind: 'failed' | 'forgery' | 'person' | 'lists' | 'data' | 'picture' | 'other' | 'unconfirmed' | 'unanalysed';
    /** Waits for a reviewer */
    readonly doubt: boolean;
  }[];
}

export interface SandboxTrigger {
  /** `first_name` or `last_name` of the applicant */
  readonly field: string;
  /** By case and spaces */
  readonly name: string;
  /** `document`, `facial` or `all` */
  readonly reports: string;
  readonly result: string;
  readonly sub_result: string | null;
  /** That are not clear */
  readonly leaves: readonly string[];
}

export interface SetOfWatchlistsThatIsSearched {
  readonly number: number;
  readonly cause: 'activation' | 'rollback' | 'removal';
  /** UTC, whole seconds */
  readonly created_at: string;
  /** Who did it; null where that was not recorded */
  readonly created_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly versions: readonly {
    readonly list: string;
    readonly version_id: string;
    readonly records: number;
  }[];
  readonly index_sha256: string | null;
  readonly index_bytes: number;
}

export interface SettingsOfAnAccount {
  readonly name: string;
  readonly settings: {
    /** false: every request answers 403 `account_disabled` */
    readonly enabled: boolean;
    /** false: live checks answer 422 `missing_billing_info` */
    readonly billing_information: boolean;
    /** live checks that a trial may create before 403 `trial_limits_reached`; null is no trial */
    readonly trial_checks_limit: number | null;
    /** whether `validate_image_quality` may be asked for in v3.6 */
    readonly image_quality: boolean;
    /** days from the deletion of an applicant to its erasure */
    readonly deletion_delay_days: number;
    /** days after the last upload, check or workflow run of an applicant until it is deleted, and after `deletion_delay_days` erased. Applicants with a monitor, or with a check or run that has not ended, stay. null: all stay */
    readonly retention_days: number | null;
    /** true: new checks are paused until they are resumed */
    readonly pausing: boolean;
    /** names of reports that checks may not contain */
    readonly disabled_reports: readonly ('document' | 'document_with_address_information' | 'document_with_driving_licence_information' | 'document_with_driver_verification' | 'document_video' | 'document_video_with_address_information' | 'facial_similarity_photo' | 'facial_similarity_photo_fully_auto' | 'facial_similarity_video' | 'facial_similarity_motion' | 'known_faces' | 'identity_enhanced' | 'watchlist_standard' | 'watchlist_enhanced' | 'watchlist_aml' | 'watchlist_peps_only' | 'watchlist_sanctions_only' | 'proof_of_address' | 'right_to_work' | 'us_driving_licence' | 'device_intelligence' | 'india_pan' | 'phone_verification')[];
    /** live requests a minute of v3, and as many of v1 and v2 together */
    readonly rate_limit_live: number;
    /** sandbox requests a minute of v3 */
    readonly rate_limit_sandbox: number;
    /** sandbox requests a minute of v1 and v2 together */
    readonly rate_limit_sandbox_v2: number;
    /** whether people find applicants by their names. false: no hash of a name is kept; a change rebuilds the terms of the account */
    readonly name_search: boolean;
    /** true: in the dashboard reviewers may also withdraw, resume and reopen checks and delete applicants, and developers may make live tokens */
    readonly wide_roles: boolean;
    /** true: members reach the account in the dashboard only with one-time codes or a passkey */
    readonly second_factor: boolean;
    /** company name that applicants read, 1 to 80 characters; null: the account's name */
    readonly display_name: string | null;
    /** https address of the privacy notice that applicants agree to; null: no page asks for that agreement */
    readonly privacy_notice_url: string | null;
    /** where applicants get help: an e-mail address, or one that begins with https://, mailto: or tel:; null for none */
    readonly support_contact: string | null;
    /** language of mail and codes to applicants, such as `de`, where neither a page nor a run has one; null: English */
    readonly applicant_language: string | null;
    /** main colour of the pages that applicants see, `#rrggbb`; null: the colour of the service */
    readonly colour: string | null;
    /** reasons that the review page of the dashboard offers beside its own, at most 50 of 1 to 200 characters */
    readonly review_reasons: readonly string[];
    /** who settles what analysers are in doubt of. person: the report is `awaiting_approval` until one has; consider: nobody, the leaf becomes `consider` */
    readonly decision_uncertain: 'person' | 'consider';
    /** what a document needs to be clear, see `docs/guides/evidence.md`. strict: an independent source; balanced: that, or forensics of its pictures; off: no sign of a forgery. Under strict and balanced every sound document without a chip goes to a person */
    readonly decision_evidence: 'strict' | 'balanced' | 'off';
    /** years that the holder of a document must have; below, the document is rejected */
    readonly minimum_accepted_age: number;
    /** least score, 0 to 1, at which two faces are of one person */
    readonly face_match_score: number;
    /** score below which two faces are of two people; what lies between the two is a doubt */
    readonly face_mismatch_score: number;
    /** genuineness, 0 to 1, at or below which a picture may be one of a picture: a doubt, never more */
    readonly spoofing_score: number;
    /** least score, 0 to 1, at which a face counts as seen before among other applicants */
    readonly known_face_score: number;
    /** least score of a possible hit on a watchlist, 0.65 to 0.95; see `docs/guides/screening.md` */
    readonly screening_hit: number;
    /** score from which a hit on a watchlist is beyond doubt; what lies between the two is a doubt */
    readonly screening_match: number;
    /** days after its publication, or after the same files were imported again, from which a watchlist clears nobody */
    readonly screening_max_age: number;
    /** what happens where a breakdown other than `sanction` has no usable watchlist. clear: its null is shown; person: the report is `awaiting_approval`. Without a sanctions list a person always decides */
    readonly screening_missing: 'clear' | 'person';
    /** which decisions on hits need a second operator. clear: to rule out a hit of 0.90 or more, or to suppress one; all: any. Needs two people who decide: operator keys with names, or members */
    readonly screening_four_eyes: 'off' | 'clear' | 'all';
    /** on: two people decide each report, and neither sees what the other decides; where they differ, a third one settles. Needs two people who decide */
    readonly decision_four_eyes: 'off' | 'on';
    /** on: a name that the publisher calls weak makes a hit by itself */
    readonly screening_weak_aliases: 'off' | 'on';
    /** years for which a person counts as politically exposed after leaving office; null: for ever */
    readonly screening_pep_years: number | null;
  };
  /** What each setting is */
  readonly fields: readonly {
    readonly name: string;
    /** False: an operator sets it */
    readonly changeable: boolean;
    /** JSON Schema */
    readonly schema: Readonly<Record<string, unknown>>;
    readonly default: unknown;
  }[];
  /** What the operator sets for the whole service */
  readonly retention: {
    /** Days for which API requests are kept; 0: none are */
    readonly request_log_days: number;
  };
  readonly logo: {
    /** Address of the PNG on this service */
    readonly url: string;
    /** Pixels */
    readonly width: number;
    /** Pixels */
    readonly height: number;
  } | null;
}

export interface SignedInMember {
  readonly member: {
    /** UUID, lower case */
    readonly id: string;
    readonly email: string;
    readonly name: string;
    /** Signs in with one-time codes */
    readonly totp: boolean;
    /** Passkeys that sign in */
    readonly passkeys: number;
    /** Recovery codes that were not used */
    readonly recovery_codes: number;
  };
  readonly accounts: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    readonly role: 'admin' | 'reviewer' | 'developer' | 'auditor';
    /** The account opens once the member has a second factor */
    readonly second_factor_needed: boolean;
    readonly may: {
      readonly live: readonly string[];
      readonly sandbox: readonly string[];
      readonly account: readonly string[];
    };
  }[];
  readonly session: {
    /** UUID, lower case */
    readonly id: string;
    /** How the member has signed in */
    readonly way: 'password' | 'passkey' | 'openid';
    /** UTC, whole seconds */
    readonly created_at: string;
    /** UTC, whole seconds */
    readonly expires_at: string;
    /** Until then no action asks for another proof */
    readonly proved_until: string;
  };
  readonly deployment: {
    readonly mode: 'development' | 'production';
  };
}

export interface Standing {
  /** Whose decision the report waits for; always `first_needed` without `decision_four_eyes` */
  readonly needs: 'first_needed' | 'second_needed' | 'third_needed';
  /** By the person who asks: another one decides next */
  readonly decided: boolean;
  /** Handed on by the person who asks */
  readonly referred: boolean;
  /** Not in force. The own one; for the person who settles, the two that differ */
  readonly decisions: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    /** Who did it; null where that was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    readonly by_name: string | null;
    readonly note: string;
    readonly result: 'clear' | 'consider' | 'unidentified' | null;
    readonly sub_result: string | null;
    readonly leaves: Readonly<Record<string, 'clear' | 'consider'>>;
    readonly hits: readonly {
      readonly list: string;
      readonly source_id: string;
      readonly decision: string;
    }[];
    /** With a note, the body of `decide` that decides the same */
    readonly repeat: DecisionToRepeat;
  }[];
  /** For the person who settles, where one of the two left something open: what both decided. Of this, a part that leaves the report open may be decided otherwise. Null: no such limit */
  readonly settles: {
    readonly leaves: readonly string[];
    readonly hits: readonly {
      readonly list: string;
      readonly source_id: string;
    }[];
  } | null;
  /** Requests for a second opinion */
  readonly referrals: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    /** Who did it; null where that was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    readonly by_name: string | null;
    readonly note: string;
  }[];
}

export interface States {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  /** Of a report */
  readonly check_id: string | null;
  readonly name: string | null;
  readonly status: string | null;
  readonly result: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly completed_at: string | null;
  /** Reports of a check; checks and workflow runs of an applicant */
  readonly parts: readonly {
    readonly kind: 'check' | 'report' | 'workflow_run';
    /** UUID, lower case */
    readonly id: string;
    readonly name: string | null;
    readonly status: string;
    readonly result: string | null;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly completed_at: string | null;
  }[];
  /** Without notes, which may hold personal data */
  readonly history: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    readonly kind: 'created' | 'event' | 'decision' | 'delivery' | 'audit';
    /** What was created, the type of the event, the name of the report that was decided, or the action of the audit log */
    readonly what: string;
    readonly status: string | null;
    /** Who did it; null where that was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Of a member */
    readonly by_name: string | null;
    readonly note: string | null;
  }[];
}

export interface Suppression {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  /** UUID, lower case */
  readonly report_id: string;
  readonly record: {
    readonly list: string;
    readonly source_id: string;
  };
  readonly reason: 'different_birth_date' | 'different_nationality' | 'different_id_number' | 'different_gender' | 'different_relatives' | 'other';
  readonly note: string;
  readonly state: 'active' | 'ended';
  /** Who did it; null where that was not recorded */
  readonly by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** Who did it; null where that was not recorded */
  readonly confirmed_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** UTC, whole seconds */
  readonly at: string;
  /** UTC, whole seconds */
  readonly expires_at: string;
  readonly ended_at: string | null;
  /** Who did it; null where that was not recorded */
  readonly ended_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly ended_because: 'record_changed' | 'applicant_changed' | 'listed_again' | 'expired' | 'revoked' | null;
}

export interface SuppressionOfAHit {
  /** UUID, lower case */
  readonly id: string;
  /** Who did it; null where that was not recorded */
  readonly by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** Who did it; null where that was not recorded */
  readonly confirmed_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** UTC, whole seconds */
  readonly at: string;
  readonly reason: 'different_birth_date' | 'different_nationality' | 'different_id_number' | 'different_gender' | 'different_relatives' | 'other';
  readonly note: string;
  /** UTC, whole seconds */
  readonly expires_at: string;
}

export interface TokenOfAnAccount {
  /** UUID, lower case */
  readonly id: string;
  readonly kind: 'api' | 'oauth_client';
  readonly environment: string;
  readonly name: string;
  readonly permission: string;
  /** First characters, to recognise it by */
  readonly hint: string;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
  /** Who did it; null where that was not recorded */
  readonly created_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** Who did it; null where that was not recorded */
  readonly revoked_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
}

export interface VerdictOnAnAuditLog {
  /** Entries that are whole, from the first */
  readonly entries: number;
  readonly head: {
    /** From 1 in each chain */
    readonly number: number;
    /** SHA-256, hexadecimal digits */
    readonly hash: string;
  };
  /** The first broken entry */
  readonly broken: {
    /** From 1 in each chain */
    readonly number: number;
    readonly reason: string;
  } | null;
}

export interface VersionOfAWatchlist {
  readonly id: string;
  readonly list: string;
  readonly state: 'staged' | 'active' | 'retired';
  readonly format: string;
  /** For which it answers */
  readonly categories: readonly string[];
  readonly published: string | null;
  readonly confirmed_at: string | null;
  /** Since its publication, or since the same files came again */
  readonly age_days: number;
  readonly records: number;
  /** Records that are matched */
  readonly people: number;
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  /** Against the version that was active then; null where none was */
  readonly changes: {
    readonly added: number;
    readonly changed: number;
    readonly gone: number;
    readonly unchanged: number;
  } | null;
  readonly skipped: Readonly<Record<string, number>>;
  readonly warnings: readonly {
    readonly text: string;
    readonly count: number;
  }[];
  readonly flags: readonly string[];
  /** UTC, whole seconds */
  readonly imported_at: string;
  /** Who did it; null where that was not recorded */
  readonly imported_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly activated_at: string | null;
  /** Who did it; null where that was not recorded */
  readonly activated_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly retired_at: string | null;
  /** Who did it; null where that was not recorded */
  readonly retired_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
}

export interface WaitingReport {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly check_id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly applicant_name: string | null;
  readonly name: string;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** Paths of the leaves that wait for a reviewer, the gravest first */
  readonly doubts: readonly string[];
  /** Kind of the gravest finding */
  readonly doubt: 'failed' | 'forgery' | 'person' | 'lists' | 'data' | 'picture' | 'other' | 'unconfirmed' | 'unanalysed';
  /** By when a person is to look at it: the order `due` */
  readonly due_at: string;
  /** Analysers gave up on it */
  readonly failed: boolean;
  readonly claimed_by: {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    /** UTC, whole seconds */
    readonly until: string;
  } | null;
  /** Whose decision the report waits for; always `first_needed` without `decision_four_eyes` */
  readonly needs: 'first_needed' | 'second_needed' | 'third_needed';
  /** Whether this member has decided it or handed it on: another one is next */
  readonly yours: boolean;
}

export interface WaitingWorkflowRun {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly applicant_name: string | null;
  readonly workflow_name: string;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** UTC, whole seconds */
  readonly waits_since: string;
  /** By when a member is to answer */
  readonly due_at: string;
}

export interface WebhookOfAnAccount {
  /** UUID, lower case */
  readonly id: string;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly url: string;
  readonly name: string | null;
  readonly enabled: boolean;
  readonly events: readonly string[];
  readonly environments: readonly string[];
  readonly payload_version: number;
  readonly oauth_enabled: boolean;
  /** Until when the secret before the rotation signs too */
  readonly previous_secret_until: string | null;
}

export interface WhatAReportIsAbout {
  /** Files that the report was made of and that `media` does not list */
  readonly files: readonly {
    /** UUID, lower case */
    readonly media_id: string;
    /** Of a PDF, at most 20; null when no process could count them */
    readonly pages: number | null;
  }[];
  /** Data of the applicant, or of the request, that the report is about. Personal data */
  readonly data: readonly {
    readonly name: string;
    readonly value: string;
  }[];
}

export interface Workflow {
  /** UUID, lower case */
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly steps: readonly {
    readonly name: string;
    readonly task: string;
    /** applicant, client or member; null where the service does it */
    readonly completed_by: string | null;
    /** Names of the reports of a check */
    readonly reports: readonly string[];
  }[];
  /** Rules in order. The first rule whose condition holds decides */
  readonly decide: readonly {
    /** The condition in words; null where the rule always decides */
    readonly when: string | null;
    readonly outcome: string;
    readonly reason: string | null;
  }[];
  /** Where each step, condition and end stands, from the top to the bottom */
  readonly picture: {
    readonly width: number;
    readonly height: number;
    readonly shapes: readonly Readonly<Record<string, unknown>>[];
  };
  readonly abandon_after_days: number;
}

export interface WorkflowRun {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly environment: string;
  /** UUID, lower case */
  readonly workflow_id: string;
  readonly workflow_version_id: number;
  readonly workflow_name: string;
  readonly status: string;
  /** Whether its status is `review` since a member is yet to answer */
  readonly waits_for_member: boolean;
  readonly check_id: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** UTC, whole seconds */
  readonly updated_at: string;
  /** When the run is abandoned, unless it has ended; null once it has ended */
  readonly expires_at: string | null;
}

export interface WorkflowRunWithItsData {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly environment: string;
  /** UUID, lower case */
  readonly workflow_id: string;
  readonly workflow_version_id: number;
  readonly workflow_name: string;
  readonly status: string;
  /** Whether its status is `review` since a member is yet to answer */
  readonly waits_for_member: boolean;
  readonly check_id: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** UTC, whole seconds */
  readonly updated_at: string;
  /** When the run is abandoned, unless it has ended; null once it has ended */
  readonly expires_at: string | null;
  readonly reasons: readonly string[];
  readonly error: {
    readonly type: string;
    readonly message: string;
  } | null;
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly tags: readonly string[];
  readonly customer_user_id: string;
  readonly tasks: readonly {
    readonly id: string;
    readonly task_def_id: string;
    /** applicant, client, member or service */
    readonly completed_by: string;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly completed_at: string | null;
  }[];
  readonly workflow: Workflow;
  /** Input and output of each task that was begun, by its id. Personal data */
  readonly data: Readonly<Record<string, {
    readonly input: Readonly<Record<string, unknown>>;
    readonly output: unknown;
  }>>;
}
