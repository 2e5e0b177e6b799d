// Types of the JSON that the dashboard's API answers, generated from its OpenAPI document.
// Don't edit this file. `npm run -s dashboard:types` writes it again.

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
      /** Browser and operating system, as the browser reports them */
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
      /** Browser of the change; null for mail about an account */
      readonly device: string | null;
      /** Network address of the change; null for mail about an account */
      readonly address: string | null;
      /** UTC, whole seconds */
      readonly created_at: string;
      /** Time at which a mail server accepted it; null before */
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
    /** True if members can sign in with a password or passkey */
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
    /** Link for the inviter to pass on, shown only once; null if it was mailed */
    readonly invitation_url: string | null;
  };
  readonly 'POST /accounts/{account}/members/{id}/invitation': {
    /** A mail server has taken the invitation */
    readonly mailed: boolean;
    /** Link for the inviter to pass on, shown only once; null if it was mailed */
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
      /** Permission: `proof` needs a proof within the last five minutes; null if the action does not exist there */
      readonly live: 'yes' | 'proof' | 'no' | null;
      /** Permission: `proof` needs a proof within the last five minutes; null if the action does not exist there */
      readonly sandbox: 'yes' | 'proof' | 'no' | null;
      /** Permission: `proof` needs a proof within the last five minutes; null if the action does not exist there */
      readonly account: 'yes' | 'proof' | 'no' | null;
    }[];
  };
  readonly 'GET /find/{id}': {
    readonly kind: 'checks' | 'reports' | 'applicants' | 'workflow_runs';
    /** UUID, lower case */
    readonly account: string;
    readonly environment: 'sandbox' | 'live';
    /** UUID, lower case */
    readonly id: string;
  };
  readonly 'GET /find/{kind}/{id}': {
    /** UUID, lower case */
    readonly account: string;
    readonly environment: 'sandbox' | 'live';
    /** UUID, lower case */
    readonly id: string;
  };
  readonly 'GET /accounts/{account}/{environment}/overview': Overview;
  readonly 'GET /accounts/{account}/{environment}/insights': Insights;
  readonly 'GET /accounts/{account}/{environment}/quality': QualityOfDecisions;
  readonly 'GET /accounts/{account}/{environment}/quality/own': QualityOfDecisions;
  readonly 'GET /accounts/{account}/{environment}/checks': {
    readonly checks: readonly CheckOfAList[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'POST /accounts/{account}/{environment}/checks': {
    /** UUID, lower case */
    readonly id: string;
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
    /** Reports that are assigned to the member */
    readonly mine: number;
    /** Reports that are assigned to nobody */
    readonly unassigned: number;
    readonly oldest_at: string | null;
    /** Decided reports that wait for a second look which the member may give, at most 100 */
    readonly second_looks: number;
    /** Offer that the page shows instead of a queue while the environment has no checks */
    readonly first_steps: {
      /** True if the service may be filled with made-up checks */
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
  readonly 'GET /accounts/{account}/{environment}/queue/assignees': {
    readonly members: readonly {
      /** UUID, lower case */
      readonly id: string;
      readonly name: string;
    }[];
  };
  readonly 'POST /accounts/{account}/{environment}/reports/{id}/assign': {
    /** Member to whom the review is assigned; null for nobody */
    readonly assigned_to: {
      /** UUID, lower case */
      readonly id: string;
      readonly name: string;
    } | null;
  };
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/case_entries': Case;
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/snooze': Case;
  readonly 'GET /accounts/{account}/{environment}/case_tags': {
    readonly tags: readonly string[];
  };
  readonly 'POST /accounts/{account}/{environment}/case_tags': {
    /** Id that the audit entries of the changes share */
    readonly batch: string;
    readonly cases: readonly TaggedCase[];
  };
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/case_tags': Case;
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/case_files': Case;
  readonly 'DELETE /accounts/{account}/{environment}/applicants/{id}/case_files/{file}': Case;
  readonly 'GET /accounts/{account}/{environment}/mentionable_members': {
    readonly members: readonly {
      /** UUID, lower case */
      readonly id: string;
      readonly name: string;
    }[];
  };
  readonly 'GET /accounts/{account}/{environment}/mentions/unread': {
    readonly unread: number;
  };
  readonly 'GET /accounts/{account}/{environment}/mentions': {
    readonly mentions: readonly {
      /** UUID, lower case */
      readonly id: string;
      /** UUID, lower case */
      readonly applicant_id: string;
      readonly applicant_name: string;
      /** Name of the author; null for an operator */
      readonly author: string | null;
      /** Personal data */
      readonly note: string;
      /** UTC, whole seconds */
      readonly created_at: string;
      readonly read: boolean;
    }[];
  };
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/mentions/read': undefined;
  readonly 'GET /accounts/{account}/{environment}/saved_views': {
    readonly views: readonly SavedView[];
  };
  readonly 'POST /accounts/{account}/{environment}/saved_views': SavedView;
  readonly 'PATCH /accounts/{account}/{environment}/saved_views/{id}': SavedView;
  readonly 'DELETE /accounts/{account}/{environment}/saved_views/{id}': undefined;
  readonly 'POST /accounts/{account}/{environment}/view_start': undefined;
  readonly 'POST /accounts/{account}/{environment}/reports/clear': {
    /** Id that the audit entries of the decisions share */
    readonly batch: string;
    readonly reports: readonly ClearedReport[];
  };
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
    /** Paths of the leaves that need manual review */
    readonly doubts: readonly string[];
  } | Proposal | StoredDecision;
  readonly 'POST /accounts/{account}/{environment}/reports/{id}/overturn': Proposal;
  readonly 'GET /accounts/{account}/{environment}/second_looks': {
    readonly second_looks: readonly WaitingSecondLook[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'POST /accounts/{account}/{environment}/second_looks/take': WaitingSecondLook | undefined;
  readonly 'POST /accounts/{account}/{environment}/second_looks/show': {
    /** Number of reports */
    readonly shown: number;
  };
  readonly 'GET /accounts/{account}/{environment}/second_looks/differing': {
    readonly second_looks: readonly SecondLook[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'POST /accounts/{account}/{environment}/reports/{id}/second_look/claim': WaitingSecondLook;
  readonly 'DELETE /accounts/{account}/{environment}/reports/{id}/second_look/claim': undefined;
  readonly 'POST /accounts/{account}/{environment}/reports/{id}/second_look': SecondLook;
  readonly 'GET /accounts/{account}/{environment}/reports/{id}/information_requests': AskingOptions;
  readonly 'POST /accounts/{account}/{environment}/reports/{id}/information_requests': InformationRequest;
  readonly 'POST /accounts/{account}/{environment}/information_requests/{id}/cancel': InformationRequest;
  readonly 'GET /accounts/{account}/{environment}/queue/information_requests': {
    readonly reports: readonly ReportThatWaitsForItsApplicant[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
    readonly total: number;
  };
  readonly 'GET /accounts/{account}/{environment}/applicants': {
    readonly applicants: readonly ApplicantOfAList[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'POST /accounts/{account}/{environment}/applicants': {
    /** UUID, lower case */
    readonly id: string;
  };
  readonly 'GET /accounts/{account}/{environment}/applicants/{id}': Applicant;
  readonly 'DELETE /accounts/{account}/{environment}/applicants/{id}': undefined;
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/restore': undefined;
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/erase': Erasure;
  readonly 'GET /accounts/{account}/{environment}/applicants/{id}/related': {
    /** Other applicants who may be the same person or belong together, those with most in common first */
    readonly related: readonly {
      /** UUID, lower case */
      readonly id: string;
      readonly name: string;
      /** Values that both have. `document`: a document of the same number, type and country; `device`: the camera model, browser and IP address of checks within 30 days; `address`: the current postal address; `network`: the IP address of uploads within 30 days */
      readonly reasons: readonly ('document' | 'face' | 'email' | 'phone' | 'id_number' | 'device' | 'address' | 'network')[];
      /** The best score of a face that a report on known faces has found, 0 to 1 */
      readonly face: number | null;
    }[];
  };
  readonly 'GET /accounts/{account}/{environment}/document_types': {
    readonly document_types: readonly string[];
  };
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/documents': {
    /** UUID, lower case */
    readonly id: string;
  };
  readonly 'POST /accounts/{account}/{environment}/applicants/{id}/live_photos': {
    /** UUID, lower case */
    readonly id: string;
  };
  readonly 'POST /accounts/{account}/{environment}/workflow_runs': {
    /** UUID, lower case */
    readonly id: string;
  };
  readonly 'GET /accounts/{account}/{environment}/workflow_runs': {
    readonly workflow_runs: readonly WorkflowRun[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'GET /accounts/{account}/{environment}/checks/{id}/link': ProgressOfAnApplicant;
  readonly 'POST /accounts/{account}/{environment}/checks/{id}/link': LinkForAnApplicant;
  readonly 'POST /accounts/{account}/{environment}/checks/{id}/link/send': undefined;
  readonly 'GET /accounts/{account}/{environment}/workflow_runs/{id}/link': ProgressOfAnApplicant;
  readonly 'POST /accounts/{account}/{environment}/workflow_runs/{id}/link': LinkForAnApplicant;
  readonly 'POST /accounts/{account}/{environment}/workflow_runs/{id}/link/send': undefined;
  readonly 'GET /accounts/{account}/{environment}/workflows': {
    readonly workflows: readonly {
      /** UUID, lower case */
      readonly id: string;
      readonly version: number;
      readonly name: string;
      readonly steps: readonly {
        readonly name: string;
        readonly task: string;
        /** Null if the service completes it */
        readonly completed_by: 'applicant' | 'client' | 'member' | null;
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
      /** Positions of the steps, conditions and ends, from top to bottom */
      readonly picture: {
        readonly width: number;
        readonly height: number;
        readonly shapes: readonly ({
          readonly kind: 'task';
          readonly name: string;
          readonly hint: string;
          readonly x: number;
          readonly y: number;
          readonly width: number;
          readonly height: number;
          /** Path of the step or rule in the file; absent for steps of a file that a step runs */
          readonly path?: readonly (string | number)[];
        } | {
          readonly kind: 'start' | 'approve' | 'decline' | 'review' | 'choice' | 'loop' | 'workflow';
          readonly text: string;
          readonly x: number;
          readonly y: number;
          readonly width: number;
          readonly height: number;
          /** Path of the step or rule in the file; absent for steps of a file that a step runs */
          readonly path?: readonly (string | number)[];
        } | {
          readonly kind: 'label';
          readonly text: string;
          readonly x: number;
          readonly y: number;
        } | {
          readonly kind: 'line' | 'arrow';
          /** x and y of each point */
          readonly points: readonly (readonly number[])[];
        })[];
      };
      readonly abandon_after_days: number;
      /** Earlier versions, highest first */
      readonly earlier: readonly Workflow[];
    }[];
  };
  readonly 'GET /accounts/{account}/{environment}/workflow_runs/{id}': WorkflowRunWithItsData;
  readonly 'POST /accounts/{account}/{environment}/workflow_runs/{id}/tasks/{task}/decide': WorkflowRun;
  readonly 'GET /accounts/{account}/{environment}/workflow_files/{id}': {
    /** UUID, lower case */
    readonly id: string;
    readonly version: number;
    /** Highest first */
    readonly versions: readonly number[];
    /** Name of the file */
    readonly name: string;
    readonly text: string;
    /** Publication by a member; null for a file of the deployment */
    readonly published: {
      /** UTC, whole seconds */
      readonly at: string;
      /** The person or key that acted; null if it was not recorded */
      readonly by: {
        readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
        /** Public id of the credential */
        readonly id: string;
      } | null;
    } | null;
    /** Words that a file can use */
    readonly vocabulary: {
      readonly tasks: readonly {
        readonly task: string;
        readonly keys: readonly string[];
      }[];
      readonly reports: readonly string[];
      readonly profile_fields: readonly string[];
      readonly sub_results: readonly string[];
      readonly credential_types: readonly string[];
      readonly roles: readonly string[];
    };
    readonly reading: WorkflowFileAsTheServiceReadsIt;
  };
  readonly 'POST /accounts/{account}/{environment}/workflow_files/check': WorkflowFileAsTheServiceReadsIt;
  readonly 'POST /accounts/{account}/{environment}/workflow_files/{id}/dry_run': DryRunOfAWorkflow;
  readonly 'POST /accounts/{account}/{environment}/workflow_files/publish': {
    /** UUID, lower case */
    readonly id: string;
    readonly version: number;
  } | Proposal;
  readonly 'GET /accounts/{account}/{environment}/suppressions': {
    readonly suppressions: readonly Suppression[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'POST /accounts/{account}/{environment}/suppressions/{id}/revoke': Suppression | Proposal;
  readonly 'GET /accounts/{account}/{environment}/monitors': {
    readonly progress: {
      /** Number of the active set; 0 if no list is loaded */
      readonly set: number;
      /** Active monitors */
      readonly monitors: number;
      /** Number of monitors that were searched for in the active set */
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
  readonly 'POST /accounts/{account}/{environment}/proposals/{id}/withdraw': Proposal;
  readonly 'POST /accounts/{account}/{environment}/proposals/{id}/confirm': Proposal;
  readonly 'POST /accounts/{account}/{environment}/proposals/{id}/refuse': Proposal;
  readonly 'GET /accounts/{account}/{environment}/list_entries': {
    readonly entries: readonly ListEntry[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
  };
  readonly 'POST /accounts/{account}/{environment}/list_entries': ListEntry;
  readonly 'DELETE /accounts/{account}/{environment}/list_entries/{id}': undefined;
  readonly 'GET /accounts/{account}/{environment}/reports/{id}/listable': {
    readonly values: readonly ListableValue[];
  };
  readonly 'GET /accounts/{account}/{environment}/requests': {
    readonly requests: readonly APIRequest[];
    /** Cursor of the next page; null after the last page */
    readonly next: string | null;
    /** Time back to which this page has searched; null: to the beginning */
    readonly searched_until: string | null;
    /** Number of requests that were not logged because the store was slow */
    readonly dropped: number;
    /** Days for which requests are kept */
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
    /** First characters, to recognise the token */
    readonly hint: string;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly last_used_at: string | null;
    readonly revoked_at: string | null;
    readonly expires_at: string | null;
    /** The person or key that acted; null if it was not recorded */
    readonly created_by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** The person or key that acted; null if it was not recorded */
    readonly revoked_by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** The token or the secret of the client, shown only once */
    readonly secret: string;
  };
  readonly 'DELETE /accounts/{account}/tokens/{id}': undefined;
  readonly 'GET /accounts/{account}/{environment}/webhooks': {
    readonly webhooks: readonly WebhookOfAnAccount[];
    /** Events that a new webhook can have */
    readonly events: readonly string[];
    /** Personal fields that payloads can have */
    readonly personal_fields: readonly ('days_left' | 'username')[];
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
    /** Personal fields that payloads may carry; null for all */
    readonly personal_fields: readonly ('days_left' | 'username')[] | null;
    readonly oauth_enabled: boolean;
    /** Deliveries also carry the headers of Standard Webhooks */
    readonly standard_headers: boolean;
    /** Time at which the service paused it after 5 days of failures */
    readonly paused_at: string | null;
    /** Time since when every delivery failed */
    readonly failing_since: string | null;
    /** Time until which the previous secret signs, too */
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
    /** Personal fields that payloads may carry; null for all */
    readonly personal_fields: readonly ('days_left' | 'username')[] | null;
    readonly oauth_enabled: boolean;
    /** Deliveries also carry the headers of Standard Webhooks */
    readonly standard_headers: boolean;
    /** Time at which the service paused it after 5 days of failures */
    readonly paused_at: string | null;
    /** Time since when every delivery failed */
    readonly failing_since: string | null;
    /** Time until which the previous secret signs, too */
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
    /** Number of deliveries that were left out because their applicant is deleted */
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
  readonly 'GET /accounts/{account}/{environment}/automation': AuditedAutomation;
  readonly 'GET /accounts/{account}/watchlists': {
    readonly set: ActiveSetOfWatchlists | null;
    readonly versions: readonly VersionOfAWatchlist[];
    readonly imports: readonly ImportOfAWatchlist[];
  };
  readonly 'POST /accounts/{account}/watchlists/imports': ImportOfAWatchlist;
  readonly 'GET /accounts/{account}/watchlists/{list}/diff': {
    readonly before: VersionOfAWatchlist | null;
    readonly after: VersionOfAWatchlist;
    /** The first 1,000 records */
    readonly records: readonly {
      readonly source_id: string;
      readonly change: 'added' | 'changed' | 'gone';
    }[];
  };
  readonly 'POST /accounts/{account}/watchlists/{list}/activate': ActiveSetOfWatchlists;
  readonly 'POST /accounts/{account}/watchlists/{list}/rollback': ActiveSetOfWatchlists;
  readonly 'POST /accounts/{account}/watchlists/{list}/discard': undefined;
  readonly 'GET /accounts/{account}/audit/actions': {
    readonly actions: readonly string[];
  };
  readonly 'GET /accounts/{account}/audit': {
    readonly entries: readonly AuditEntry[];
    /** Cursor of the next page; null after the last page */
    readonly next: number | null;
  };
  readonly 'GET /accounts/{account}/audit/verify': VerdictOnAnAuditLog;
  readonly 'POST /accounts/{account}/audit/verify': VerdictOnAnAuditLog;
  readonly 'GET /accounts/{account}/deployment_audit': {
    readonly entries: readonly AuditEntry[];
    /** Cursor of the next page; null after the last page */
    readonly next: number | null;
  };
  readonly 'GET /accounts/{account}/deployment_audit/verify': VerdictOnAnAuditLog;
  readonly 'POST /accounts/{account}/deployment_audit/verify': VerdictOnAnAuditLog;
  readonly 'POST /accounts/{account}/{environment}/applicant_imports/validate': JudgedFileOfApplicants;
  readonly 'POST /accounts/{account}/{environment}/applicant_imports': ImportedApplicants;
}

export interface APIRequest {
  /** Place in the log */
  readonly id: string;
  /** Time of the answer, with milliseconds */
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  /** Template of the route without its version */
  readonly route: string;
  /** Ids in the path */
  readonly path_ids: readonly string[];
  readonly status: number;
  readonly error_type: string | null;
  readonly error_message: string | null;
  /** Milliseconds */
  readonly latency_ms: number;
  /** The API token of the request, or the API token that created its SDK token */
  readonly token: {
    /** UUID, lower case */
    readonly id: string;
    /** Name of the token; null for requests from pages of the service itself */
    readonly label: string | null;
  };
  /** User agent of the client; null for SDK tokens, because an applicant's browser sent the request */
  readonly client: string | null;
  readonly environment: string;
  /** Version of the API; null for routes of capture SDKs without a version */
  readonly api_version: string | null;
  readonly idempotent_replay: boolean;
  /** Names of the fields of its body; never their values */
  readonly body_fields: readonly string[];
  /** Parameters of the query, with the values of paging parameters; other values are null */
  readonly query: Readonly<Record<string, string | null>>;
}

export interface ActiveSetOfWatchlists {
  readonly number: number;
  readonly cause: 'activation' | 'rollback' | 'removal';
  /** UTC, whole seconds */
  readonly created_at: string;
  /** The person or key that acted; null if it was not recorded */
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

export interface Applicant {
  /** UUID, lower case */
  readonly id: string;
  readonly name: string | null;
  readonly dob: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** Data as the client sent it. Personal data */
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
  /** Other applicants who may be the same person or belong together, those with most in common first */
  readonly related: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    /** Values that both have. `document`: a document of the same number, type and country; `device`: the camera model, browser and IP address of checks within 30 days; `address`: the current postal address; `network`: the IP address of uploads within 30 days */
    readonly reasons: readonly ('document' | 'face' | 'email' | 'phone' | 'id_number' | 'device' | 'address' | 'network')[];
    /** The best score of a face that a report on known faces has found, 0 to 1 */
    readonly face: number | null;
  }[];
  readonly case: Case;
  readonly history: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    readonly kind: 'created' | 'removed' | 'event' | 'decision' | 'overturn' | 'delivery' | 'audit';
    /** The kind of object that was created, the type of the event, the name of the decided report, or the action of the audit log */
    readonly what: string;
    readonly status: string | null;
    /** Result of the report before an overturn; null in other entries */
    readonly before: string | null;
    /** The person or key that acted; null if it was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Name of the member */
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

export interface AskingOptions {
  /** Evidence that the report can use */
  readonly items: readonly ('document_front' | 'document_back' | 'document' | 'credential' | 'proof_of_address' | 'photo' | 'video' | 'motion')[];
  /** Language of the applicant */
  readonly language: string;
  /** The message in each language, before it is edited */
  readonly messages: readonly {
    readonly language: string;
    readonly message: string;
  }[];
  /** Null where the applicant has none */
  readonly email: string | null;
  /** Null where the applicant has none, or no text messages are sent */
  readonly phone_number: string | null;
  /** Earlier requests, the earliest first */
  readonly requests: readonly NamedInformationRequest[];
}

export interface AuditEntry {
  /** Number of the entry, from 1 in each chain */
  readonly number: number;
  /** UTC, whole seconds */
  readonly at: string;
  /** The person or key that acted; null if it was not recorded */
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

export interface AuditedAutomation {
  readonly setting: 'off' | 'audited';
  readonly rule: {
    readonly reviews_needed: number;
    /** Upper bound of the share of overturned reviews of an open class, 0 to 1 */
    readonly risk: number;
    /** Share of the reports of an open class that reviewers decide, 0 to 1 */
    readonly share: number;
    readonly window_days: number;
  };
  /** Open classes first, then the classes with most reviews */
  readonly classes: readonly {
    /** UUID, lower case */
    readonly id: string;
    /** Type of the documents */
    readonly type: string;
    /** ISO 3166-1 alpha-3 of the issuer */
    readonly country: string;
    /** Sources that confirm these documents, in words */
    readonly confirmed: readonly string[];
    /** Forgeries that nothing rules out, in words */
    readonly missing: readonly string[];
    readonly state: 'open' | 'closed';
    readonly changed_at: string | null;
    readonly closed_because: 'overturned' | 'feedback' | 'too_few_reviews' | null;
    /** Reports that the class cleared without a reviewer */
    readonly cleared: number;
    /** Reviews of the last 180 days */
    readonly reviewed: number;
    /** Reviews among them that did not clear the report */
    readonly overturned: number;
    /** Reviews since the last overturned one */
    readonly in_a_row: number;
    /** Upper bound of the share of overturned reviews, 0 to 1, with 95 % confidence */
    readonly bound: number;
  }[];
}

export interface Case {
  readonly status: 'open' | 'waiting_for_applicant' | 'escalated' | 'closed';
  /** Reports that wait for a reviewer, those that are due first */
  readonly waiting: readonly WaitingReport[];
  /** Information requests that wait for the applicant */
  readonly asked: number;
  /** Time until which the reports stay out of the review queue; null for a case that is not snoozed */
  readonly snoozed_until: string | null;
  readonly tags: readonly string[];
  /** Files that members attached, the newest first */
  readonly files: readonly {
    /** UUID, lower case */
    readonly id: string;
    /** Ends with an extension of its format. Personal data */
    readonly name: string;
    /** Media type that the content of the file shows */
    readonly media_type: string;
    /** Bytes */
    readonly size: number;
    /** Empty for none. Personal data */
    readonly remark: string;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly author: {
      /** UUID, lower case */
      readonly id: string;
      readonly name: string;
    } | null;
  }[];
  /** The newest notes of members, statuses that they set, and files that they attached or removed; the newest first */
  readonly entries: readonly {
    /** UUID, lower case */
    readonly id: string;
    /** UTC, whole seconds */
    readonly created_at: string;
    /** Status that the member set; null for a note alone */
    readonly status: 'open' | 'waiting_for_applicant' | 'escalated' | 'closed' | null;
    /** Empty for a status without a note. Personal data */
    readonly note: string;
    /** Members whom the note mentions, with the names that they had then */
    readonly mentions: readonly {
      /** UUID, lower case */
      readonly id: string;
      readonly name: string;
    }[];
    /** File that the member attached or removed; null for other entries */
    readonly file: {
      /** UUID, lower case */
      readonly id: string;
      readonly event: 'attached' | 'removed';
    } | null;
    readonly author: {
      /** UUID, lower case */
      readonly id: string;
      readonly name: string;
    } | null;
  }[];
  /** True if the applicant has earlier entries. The export has all */
  readonly has_earlier: boolean;
}

export interface Check {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  /** Name of the applicant; null for roles that see no personal data */
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
  /** The check as the latest version of the API answers it, without `form_uri`, whose holder acts as the applicant */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Reports of the check, as the latest version of the API answers them */
  readonly details: readonly Readonly<Record<string, unknown>>[];
  /** Findings for each leaf of a breakdown, by the id of the report and the path of the leaf */
  readonly leaves: Readonly<Record<string, Readonly<Record<string, {
    readonly result: string | null;
    /** The finding in words, which may contain compared values. Personal data */
    readonly reason: string;
    readonly measure?: number;
    readonly threshold?: number;
    /** True if the leaf needs manual review */
    readonly doubt: boolean;
    readonly decided: 'clear' | 'consider' | null;
    readonly properties?: Readonly<Record<string, unknown>>;
    /** Compared values, with the parts of the image that show them. Personal data */
    readonly values?: readonly {
      readonly source: 'mrz' | 'barcode' | 'chip' | 'credential' | 'printed' | 'applicant';
      readonly value: string;
      readonly certainty: 'sure' | 'likely' | 'weak' | null;
      /** Positions of the characters, from 0, that the first value does not have; for the first value, that any other value does not have */
      readonly differing: readonly number[];
      readonly part: string | null;
    }[];
    /** Evidence that would settle the doubt */
    readonly settles?: string;
  }>>>>;
  /** Changes that the state of the check allows */
  readonly changes: readonly ('withdraw' | 'resume' | 'reopen' | 'take_up' | 'return_to_applicant')[];
  readonly history: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    readonly kind: 'created' | 'removed' | 'event' | 'decision' | 'overturn' | 'delivery' | 'audit';
    /** The kind of object that was created, the type of the event, the name of the decided report, or the action of the audit log */
    readonly what: string;
    readonly status: string | null;
    /** Result of the report before an overturn; null in other entries */
    readonly before: string | null;
    /** The person or key that acted; null if it was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Name of the member */
    readonly by_name: string | null;
    readonly note: string | null;
  }[];
}

export interface CheckOfAList {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  /** Name of the applicant; null for roles that see no personal data */
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

export interface ClassOfAuditedAutomation {
  /** UUID, lower case */
  readonly class: string;
  /** Type of the documents */
  readonly type: string;
  /** ISO 3166-1 alpha-3 of the issuer */
  readonly country: string;
  /** Reviews of the class in the 180 days before */
  readonly reviewed: number;
  /** Reviews among them that did not clear the report */
  readonly overturned: number;
}

export interface ClearedReport {
  /** UUID, lower case */
  readonly id: string;
  /** `decided`; `held`: waits for another member; `claimed`: another member works on it; `changed`: no longer waits as the member has seen it; `refused`: see `message` */
  readonly result: 'decided' | 'held' | 'claimed' | 'changed' | 'refused';
  readonly claimed_by: {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    /** UTC, whole seconds */
    readonly until: string;
  } | null;
  readonly message: string | null;
}

export interface ComparedFaces {
  readonly portrait: PlaceOfAFace | null;
  /** Faces in the photo, or in the frames of the video in order */
  readonly captured: readonly PlaceOfAFace[];
  /** Index of the compared face in `captured` */
  readonly compared: number | null;
  readonly likeness: {
    readonly cosine: number;
    /** Minimum score at which two faces count as the same person */
    readonly match: number | null;
    /** Score below which two faces count as different people */
    readonly mismatch: number | null;
    /** Measured pairs of one person and of two, bin by bin */
    readonly distribution: {
      /** Lower bound of the first bin, as a cosine */
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
  /** Result of the whole report; only identity reports can be `unidentified` */
  readonly result?: 'clear' | 'consider' | 'unidentified';
  readonly sub_result?: 'clear' | 'rejected' | 'suspected' | 'caution';
  /** Results by path of the leaf. With `result`: the leaves that it flags, each `consider` */
  readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
  /** Decisions on single hits of a watchlist report */
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
    /** Number of the attempt, from 1 */
    readonly number: number;
    /** UTC, whole seconds */
    readonly at: string;
    readonly status: number | null;
    readonly latency_ms: number;
    readonly error: string | null;
    /** First bytes of the answer */
    readonly response_head: string | null;
  }[];
  /** Body of the request; null if it may contain personal data that the role does not see */
  readonly sent: string | null;
}

export interface DryRunOfAWorkflow {
  /** Runs that would end as they did */
  readonly same: number;
  /** Runs that would end in another way */
  readonly different: number;
  /** Runs that have no answer to a step */
  readonly unknown: number;
  /** True if older runs of these days were not compared */
  readonly more: boolean;
  /** Runs that would end in another way, or have no answer to a step, newest first */
  readonly runs: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly workflow_version_id: number;
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly before: 'approve' | 'decline' | 'review';
    /** Null if an answer is missing */
    readonly after: 'approve' | 'decline' | 'review' | null;
    readonly reason: string | null;
    /** Names of steps, and inputs such as start.plan */
    readonly missing: readonly string[];
  }[];
}

export interface Erasure {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  /** Check that was erased alone; null if the applicant, or files of it alone, were erased */
  readonly check_id: string | null;
  readonly environment: string;
  /** UTC, whole seconds */
  readonly requested_at: string;
  /** UTC, whole seconds */
  readonly erased_at: string;
  /** The person or key that acted; null if it was not recorded */
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
  /** Status of the object after the event */
  readonly status: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
}

export interface Evidence {
  /** Kind of the document, by the place of its data */
  readonly kind: string;
  readonly found: readonly {
    readonly forgery: string;
    /** Path of the leaf that reports the forgery */
    readonly leaf: string;
    /** Evidence that the document was not forged in this way; empty if there is none */
    readonly confirmed_by: readonly {
      readonly source: string;
      readonly grade: 'issuer' | 'independent' | 'forensic';
      /** ISO 3166-1 alpha-3 of the issuer */
      readonly issuer?: string;
      /** Key that signed the data */
      readonly key?: string;
      readonly measure?: number;
      readonly threshold?: number;
      readonly reason?: string;
    }[];
  }[];
}

export interface FigureChange {
  /** UUID, lower case */
  readonly id: string;
  /** First day of the change */
  readonly day: string;
  /** Last day on which it continued */
  readonly last_day: string;
  /** `all` for the whole environment */
  readonly dimension: string;
  /** Name of the value of the dimension */
  readonly name: string;
  readonly figure: 'reports' | 'pass_rate' | 'review_share';
  readonly direction: 'up' | 'down';
  /** Median of the four weeks before. Shares are from 0 to 1 */
  readonly usual: number;
  readonly found: number;
  /** Lower end of the spread of the four weeks before */
  readonly low: number;
  readonly high: number;
}

export interface ForeseenOutcome {
  readonly status: 'complete' | 'withdrawn' | 'cancelled' | 'awaiting_approval';
  readonly result: 'clear' | 'consider' | 'unidentified' | null;
  readonly sub_result: 'clear' | 'rejected' | 'suspected' | 'caution' | null;
  /** Paths of the leaves that would be flagged */
  readonly flagged: readonly string[];
  /** Paths of the leaves that would need another decision */
  readonly doubts: readonly string[];
  /** True if the decision takes effect only after another person decides the same or confirms it */
  readonly needs_another: boolean;
}

export interface HitToDecide {
  readonly record: {
    readonly list: string;
    readonly source_id: string;
  };
  readonly decision: 'true_match' | 'false_match' | 'unsure';
  /** Reason why the listed person is someone else */
  readonly reason?: 'different_birth_date' | 'different_nationality' | 'different_id_number' | 'different_gender' | 'different_relatives' | 'other';
  /** Default: the note of the whole decision */
  readonly note?: string;
  /** True if later reports leave this false match out, too */
  readonly suppress?: boolean;
  /** Months until the suppression expires */
  readonly months?: number;
}

export interface HitToReview {
  /** Breakdowns that the hit belongs to */
  readonly leaves: readonly string[];
  readonly decided: DecisionOnAHit | null;
  /** Values to compare, in the recommended order. Personal data */
  readonly review: readonly {
    readonly step: 'list' | 'party' | 'name' | 'birth_date' | 'nationality' | 'place' | 'ask_applicant';
    readonly applicant: readonly string[];
    readonly listed: readonly string[];
  }[];
  /** Other hits of the same listed person, which must be decided in the same way */
  readonly alike: readonly {
    readonly list: string;
    readonly source_id: string;
  }[];
  /** True if a false match can be suppressed; false if a suppression is already active */
  readonly suppressible: boolean;
  readonly list: string;
  readonly version_id: string;
  readonly source_id: string;
  readonly categories: readonly string[];
  readonly score: number;
  /** match, possible or below */
  readonly verdict: string;
  /** Explanation of the score */
  readonly words: readonly string[];
  readonly explanation: Readonly<Record<string, unknown>>;
  readonly record: Readonly<Record<string, unknown>>;
  readonly suppressed?: SuppressionOfAHit;
  /** An earlier suppression of the hit, which has ended */
  readonly previously_suppressed?: {
    /** UUID, lower case */
    readonly id: string;
    /** The person or key that acted; null if it was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** The person or key that acted; null if it was not recorded */
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
  /** The person or key that acted; null if it was not recorded */
  readonly created_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly ended_at: string | null;
  /** Version at the end of the import; null until the import has succeeded */
  readonly result: {
    readonly outcome: 'activated' | 'staged' | 'confirmed' | 'dry_run';
    readonly version: VersionOfAWatchlist;
    readonly kinds: Readonly<Record<string, number>>;
    readonly names: number;
    readonly unusable: Readonly<Record<string, number>>;
    readonly set: number | null;
  } | null;
  /** Reason of the failure; null unless the import failed */
  readonly error: {
    readonly type: string;
    readonly message: string;
    /** Type of the error, as in an error body */
    readonly fields?: unknown;
  } | null;
}

export interface ImportedApplicants {
  /** Number of rows that would be imported; 0 for a file with faults */
  readonly rows: number;
  /** The first 1000 faults */
  readonly faults: readonly {
    /** Number of the row, from 1, as a spreadsheet shows it */
    readonly row: number;
    /** Name of the column; null if the row as a whole is wrong */
    readonly column: string | null;
    readonly message: string;
  }[];
  readonly fault_count: number;
  readonly results: readonly {
    readonly row: number;
    /** `existing`: an earlier request created the applicant. `deleted`: the applicant was deleted since. `failed`: see `error` */
    readonly outcome: 'created' | 'existing' | 'deleted' | 'failed';
    /** UUID, lower case */
    readonly applicant_id: string;
    readonly workflow_run_id: string | null;
    /** Link to the workflow, with `links=results` */
    readonly link: string | null;
    readonly error: string | null;
  }[];
  /** Send the file again with this as `after`; null after the last row */
  readonly next: number | null;
}

export interface InformationRequest {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly report_id: string;
  /** UUID, lower case */
  readonly check_id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly status: 'open' | 'answered' | 'expired' | 'cancelled';
  readonly items: readonly ('document_front' | 'document_back' | 'document' | 'credential' | 'proof_of_address' | 'photo' | 'video' | 'motion')[];
  readonly message: string;
  readonly language: string;
  readonly send_by: 'link' | 'email' | 'sms';
  /** Address of the page for the applicant. Null once the request has ended, and for callers who may not ask */
  readonly url: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** UTC, whole seconds */
  readonly expires_at: string;
  readonly ended_at: string | null;
  /** Times of the reminders that were sent */
  readonly reminded_at: readonly string[];
  /** Media with which the applicant has answered */
  readonly media_ids: readonly string[];
}

export interface Insights {
  /** YYYY-MM-DD, in UTC */
  readonly from: string;
  /** YYYY-MM-DD, in UTC */
  readonly to: string;
  /** Reports that ended until then are counted; null before the first count */
  readonly counted_until: string | null;
  readonly total: {
    /** Reports that got their first result */
    readonly reports: number;
    readonly clear: number;
    readonly consider: number;
    readonly unidentified: number;
    /** Reports that have waited for a reviewer */
    readonly reviewed: number;
    /** Share of clear reports, 0 to 1; null without a report */
    readonly pass_rate: number | null;
    /** Share of reports that have waited for a reviewer, 0 to 1 */
    readonly review_share: number | null;
    /** Median of the seconds from creation to the first result, at most 4.5 % off */
    readonly p50: number | null;
    readonly p95: number | null;
    /** Leaves that were not clear in reports that were not clear, most frequent first */
    readonly reasons: readonly {
      readonly leaf: string;
      readonly reports: number;
    }[];
  };
  /** The same number of days before the period */
  readonly before: {
    /** Reports that got their first result */
    readonly reports: number;
    readonly clear: number;
    readonly consider: number;
    readonly unidentified: number;
    /** Reports that have waited for a reviewer */
    readonly reviewed: number;
    /** Share of clear reports, 0 to 1; null without a report */
    readonly pass_rate: number | null;
    /** Share of reports that have waited for a reviewer, 0 to 1 */
    readonly review_share: number | null;
    /** Median of the seconds from creation to the first result, at most 4.5 % off */
    readonly p50: number | null;
    readonly p95: number | null;
    /** Leaves that were not clear in reports that were not clear, most frequent first */
    readonly reasons: readonly {
      readonly leaf: string;
      readonly reports: number;
    }[];
  };
  readonly days: readonly {
    /** YYYY-MM-DD, in UTC */
    readonly day: string;
    /** Reports that got their first result */
    readonly reports: number;
    readonly clear: number;
    readonly consider: number;
    readonly unidentified: number;
    /** Reports that have waited for a reviewer */
    readonly reviewed: number;
    /** Share of clear reports, 0 to 1; null without a report */
    readonly pass_rate: number | null;
    /** Share of reports that have waited for a reviewer, 0 to 1 */
    readonly review_share: number | null;
    /** Median of the seconds from creation to the first result, at most 4.5 % off */
    readonly p50: number | null;
    readonly p95: number | null;
    /** Leaves that were not clear in reports that were not clear, most frequent first */
    readonly reasons: readonly {
      readonly leaf: string;
      readonly reports: number;
    }[];
  }[];
  /** Figures by the chosen dimension, most reports first */
  readonly groups: readonly {
    /** Empty where a report has no value */
    readonly value: string;
    readonly name: string;
    /** Reports that got their first result */
    readonly reports: number;
    readonly clear: number;
    readonly consider: number;
    readonly unidentified: number;
    /** Reports that have waited for a reviewer */
    readonly reviewed: number;
    /** Share of clear reports, 0 to 1; null without a report */
    readonly pass_rate: number | null;
    /** Share of reports that have waited for a reviewer, 0 to 1 */
    readonly review_share: number | null;
    /** Median of the seconds from creation to the first result, at most 4.5 % off */
    readonly p50: number | null;
    readonly p95: number | null;
    /** Leaves that were not clear in reports that were not clear, most frequent first */
    readonly reasons: readonly {
      readonly leaf: string;
      readonly reports: number;
    }[];
  }[];
  /** Sudden changes that began in the period, the latest first */
  readonly changes: readonly FigureChange[];
}

export interface JudgedFileOfApplicants {
  /** Number of rows that would be imported; 0 for a file with faults */
  readonly rows: number;
  /** The first 1000 faults */
  readonly faults: readonly {
    /** Number of the row, from 1, as a spreadsheet shows it */
    readonly row: number;
    /** Name of the column; null if the row as a whole is wrong */
    readonly column: string | null;
    readonly message: string;
  }[];
  readonly fault_count: number;
}

export interface LinkForAnApplicant {
  readonly url: string;
  /** Address to which the link can be sent */
  readonly mail: string | null;
  /** Number to which the link can be sent */
  readonly text_message: string | null;
}

export interface ListEntry {
  /** UUID, lower case */
  readonly id: string;
  readonly list: 'block' | 'allow';
  readonly kind: 'document_number' | 'email' | 'phone' | 'ip_range' | 'address';
  /** The listed value. Personal data */
  readonly value: string;
  /** ISO 3166-1 alpha-3: issuing state of a document, null for any, or country of an address */
  readonly country: string | null;
  /** Postcode of an address; null for other kinds */
  readonly postcode: string | null;
  readonly reason: string;
  /** The person or key that acted; null if it was not recorded */
  readonly by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** UTC, whole seconds */
  readonly at: string;
  readonly expires_at: string | null;
}

export interface ListHit {
  /** UUID, lower case */
  readonly entry_id: string;
  readonly list: 'block' | 'allow';
  readonly kind: 'document_number' | 'email' | 'phone' | 'ip_range' | 'address';
  /** The listed value. Personal data */
  readonly value: string;
  /** Reason for the entry */
  readonly reason: string;
  /** The person or key that acted; null if it was not recorded */
  readonly by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** Name of the member who added the entry */
  readonly author: string | null;
  /** UTC, whole seconds */
  readonly at: string;
  /** True for a block entry that an allow entry of its kind overrides */
  readonly exempt: boolean;
}

export interface ListableValue {
  readonly kind: 'document_number' | 'email' | 'phone' | 'ip_range' | 'address';
  /** The listed value. Personal data */
  readonly value: string;
  /** ISO 3166-1 alpha-3: issuing state of a document, null for any, or country of an address */
  readonly country: string | null;
  /** Postcode of an address; null for other kinds */
  readonly postcode: string | null;
  /** The list that has the value; null for neither */
  readonly list: 'block' | 'allow' | null;
}

export interface Member {
  /** UUID, lower case */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'admin' | 'reviewer' | 'developer' | 'auditor';
  readonly state: 'invited' | 'expired' | 'active' | 'disabled';
  /** Ways in which the member signs in */
  readonly ways: readonly ('password' | 'totp' | 'passkey' | 'openid')[];
  /** True if the member has opened a link that was mailed to the address, or an OpenID provider has verified it. Null for a person who has not accepted */
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
  /** Number of the set of watchlists that was last searched for this monitor; null before its first check ends, -1 before a requested search */
  readonly screened_set: number | null;
}

export interface NamedInformationRequest {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly report_id: string;
  /** UUID, lower case */
  readonly check_id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly status: 'open' | 'answered' | 'expired' | 'cancelled';
  readonly items: readonly ('document_front' | 'document_back' | 'document' | 'credential' | 'proof_of_address' | 'photo' | 'video' | 'motion')[];
  readonly message: string;
  readonly language: string;
  readonly send_by: 'link' | 'email' | 'sms';
  /** Address of the page for the applicant. Null once the request has ended, and for callers who may not ask */
  readonly url: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** UTC, whole seconds */
  readonly expires_at: string;
  readonly ended_at: string | null;
  /** Times of the reminders that were sent */
  readonly reminded_at: readonly string[];
  /** Media with which the applicant has answered */
  readonly media_ids: readonly string[];
  /** Name of the member who asked; null for the API */
  readonly by: string | null;
}

export interface Overview {
  readonly waiting: {
    readonly reports: number;
    readonly by_report: Readonly<Record<string, number>>;
    readonly oldest_at: string | null;
    /** Number of reports by waiting time; the last group has no end */
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
  /** Sudden changes of figures that began in the last 8 days; empty for members who may not see insights */
  readonly figure_changes: readonly FigureChange[];
  /** Tasks that the member may see */
  readonly to_do: readonly {
    readonly kind: 'webhook_paused' | 'webhook_failing' | 'list_outdated' | 'certificate_expires';
    /** Name of the webhook, of the list, or of the setting of the certificate */
    readonly name: string;
    /** Number of failures among the latest 100 deliveries, or days since the list was confirmed */
    readonly count: number | null;
    /** Expiry time of the certificate */
    readonly at: string | null;
  }[];
}

export interface Passkey {
  /** UUID, lower case */
  readonly id: string;
  readonly name: string;
  /** True if its provider copies it to other devices of the member */
  readonly synced: boolean;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface PlaceOfAFace {
  /** UUID, lower case */
  readonly media_id: string;
  /** Page of a PDF, from 0 */
  readonly page?: number;
  /** Time of the frame in a video, in seconds from its start */
  readonly at?: number;
  /** Centres of both eyes, in fractions of the upright image */
  readonly eyes: {
    readonly left: {
      readonly x: number;
      readonly y: number;
    };
    readonly right: {
      readonly x: number;
      readonly y: number;
    };
    /** Width of the image divided by its height */
    readonly aspect: number;
  };
}

export interface ProgressOfAnApplicant {
  readonly stage: 'not_opened' | 'opened' | 'ended';
  readonly status: string;
  /** UUID, lower case */
  readonly applicant_id: string;
}

export interface Proposal {
  /** UUID, lower case */
  readonly id: string;
  /** Null for a relaxation of a rule, and for a workflow */
  readonly applicant_id: string | null;
  /** Null for a relaxation of a rule, and for a workflow */
  readonly report_id: string | null;
  readonly kind: 'decision' | 'overturn' | 'suppression' | 'revocation' | 'relaxation' | 'publication';
  readonly state: 'proposed' | 'confirmed' | 'refused' | 'withdrawn';
  /** The person or key that acted; null if it was not recorded */
  readonly by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** UTC, whole seconds */
  readonly at: string;
  /** The person or key that acted; null if it was not recorded */
  readonly ended_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly ended_at: string | null;
  /** Reason of the refusal */
  readonly refusal: string | null;
  /** Effect of a confirmation, with the notes of the operator who proposed it. Personal data */
  readonly proposed: Readonly<Record<string, unknown>>;
}

export interface QualityOfDecisions {
  /** YYYY-MM-DD, in UTC */
  readonly from: string;
  /** YYYY-MM-DD, in UTC */
  readonly to: string;
  readonly total: {
    /** Reports that a person decided. A person counts once for each report */
    readonly decisions: number;
    /** Decisions that ended the report */
    readonly ended: number;
    /** Decisions that ended a report which was overturned later */
    readonly overturned: number;
    /** Share of clear results among decisions that ended the report, 0 to 1 */
    readonly clear_share: number | null;
    /** Share of overturned decisions among these, 0 to 1 */
    readonly overturned_share: number | null;
    /** Median of the seconds from claim to decision, of decisions by members who had claimed the report */
    readonly p50: number | null;
    readonly p90: number | null;
    /** Second looks that were given in the period at these decisions, whenever they were made */
    readonly looks: number;
    /** Second looks with the same result and sub-result as the decision */
    readonly agreed: number;
    /** Share of second looks that agree, 0 to 1 */
    readonly agreement: number | null;
    /** Lower bound of the 95 % Wilson score interval of the share */
    readonly agreement_low: number | null;
    /** Upper bound of the interval */
    readonly agreement_high: number | null;
  };
  readonly days: readonly {
    /** YYYY-MM-DD, in UTC */
    readonly day: string;
    /** Reports that a person decided. A person counts once for each report */
    readonly decisions: number;
    /** Decisions that ended the report */
    readonly ended: number;
    /** Decisions that ended a report which was overturned later */
    readonly overturned: number;
    /** Share of clear results among decisions that ended the report, 0 to 1 */
    readonly clear_share: number | null;
    /** Share of overturned decisions among these, 0 to 1 */
    readonly overturned_share: number | null;
    /** Median of the seconds from claim to decision, of decisions by members who had claimed the report */
    readonly p50: number | null;
    readonly p90: number | null;
    /** Second looks that were given in the period at these decisions, whenever they were made */
    readonly looks: number;
    /** Second looks with the same result and sub-result as the decision */
    readonly agreed: number;
    /** Share of second looks that agree, 0 to 1 */
    readonly agreement: number | null;
    /** Lower bound of the 95 % Wilson score interval of the share */
    readonly agreement_low: number | null;
    /** Upper bound of the interval */
    readonly agreement_high: number | null;
  }[];
  /** Figures by person, most decisions first */
  readonly people: readonly {
    readonly kind: 'member' | 'operator' | 'token' | 'sdk' | 'system';
    readonly id: string;
    /** Name of a member; null for operator keys */
    readonly name: string | null;
    /** Reports that a person decided. A person counts once for each report */
    readonly decisions: number;
    /** Decisions that ended the report */
    readonly ended: number;
    /** Decisions that ended a report which was overturned later */
    readonly overturned: number;
    /** Share of clear results among decisions that ended the report, 0 to 1 */
    readonly clear_share: number | null;
    /** Share of overturned decisions among these, 0 to 1 */
    readonly overturned_share: number | null;
    /** Median of the seconds from claim to decision, of decisions by members who had claimed the report */
    readonly p50: number | null;
    readonly p90: number | null;
    /** Second looks that were given in the period at these decisions, whenever they were made */
    readonly looks: number;
    /** Second looks with the same result and sub-result as the decision */
    readonly agreed: number;
    /** Share of second looks that agree, 0 to 1 */
    readonly agreement: number | null;
    /** Lower bound of the 95 % Wilson score interval of the share */
    readonly agreement_low: number | null;
    /** Upper bound of the interval */
    readonly agreement_high: number | null;
  }[];
  /** Figures by report type, most decisions first */
  readonly reports: readonly {
    readonly report: string;
    /** Reports that a person decided. A person counts once for each report */
    readonly decisions: number;
    /** Decisions that ended the report */
    readonly ended: number;
    /** Decisions that ended a report which was overturned later */
    readonly overturned: number;
    /** Share of clear results among decisions that ended the report, 0 to 1 */
    readonly clear_share: number | null;
    /** Share of overturned decisions among these, 0 to 1 */
    readonly overturned_share: number | null;
    /** Median of the seconds from claim to decision, of decisions by members who had claimed the report */
    readonly p50: number | null;
    readonly p90: number | null;
    /** Second looks that were given in the period at these decisions, whenever they were made */
    readonly looks: number;
    /** Second looks with the same result and sub-result as the decision */
    readonly agreed: number;
    /** Share of second looks that agree, 0 to 1 */
    readonly agreement: number | null;
    /** Lower bound of the 95 % Wilson score interval of the share */
    readonly agreement_low: number | null;
    /** Upper bound of the interval */
    readonly agreement_high: number | null;
  }[];
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
  /** Paths of the leaves that need manual review */
  readonly doubts: readonly string[];
  /** True if the analysis failed */
  readonly failed: boolean;
  /** The person or key that acted; null if it was not recorded */
  readonly decided_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly attempts: number | null;
  readonly failure: string | null;
  /** Class by which audited automation cleared the report without a reviewer; null where it did not */
  readonly cleared_by_class: ClassOfAuditedAutomation | null;
  /** Age that the report answers for, and nothing else */
  readonly age_over: number | null;
  readonly media: Readonly<Record<string, unknown>>;
  readonly leaves: Readonly<Record<string, {
    readonly result: string | null;
    /** The finding in words, which may contain compared values. Personal data */
    readonly reason: string;
    readonly measure?: number;
    readonly threshold?: number;
    /** True if the leaf needs manual review */
    readonly doubt: boolean;
    readonly decided: 'clear' | 'consider' | null;
    readonly properties?: Readonly<Record<string, unknown>>;
    /** Compared values, with the parts of the image that show them. Personal data */
    readonly values?: readonly {
      readonly source: 'mrz' | 'barcode' | 'chip' | 'credential' | 'printed' | 'applicant';
      readonly value: string;
      readonly certainty: 'sure' | 'likely' | 'weak' | null;
      /** Positions of the characters, from 0, that the first value does not have; for the first value, that any other value does not have */
      readonly differing: readonly number[];
      readonly part: string | null;
    }[];
    /** Evidence that would settle the doubt */
    readonly settles?: string;
  }>>;
  /** Evidence against forgery, see the guide on evidence; null if no document was assessed */
  readonly evidence: Evidence | null;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Fields of a document, each with the value of every source and of the client. Personal data */
  readonly fields: readonly {
    /** Name of the field, as in leaves */
    readonly field: string;
    readonly values: readonly {
      readonly source: 'mrz' | 'barcode' | 'chip' | 'credential' | 'printed' | 'applicant';
      readonly value: string;
      readonly certainty: 'sure' | 'likely' | 'weak' | null;
      /** Positions of the characters, from 0, that the first value does not have; for the first value, that any other value does not have */
      readonly differing: readonly number[];
      readonly part: string | null;
    }[];
  }[];
  /** Hits of a watchlist report; suppressed hits come last */
  readonly hits: readonly HitToReview[];
  /** Entries of the account's blocklist and allowlist that the report has hit, as they were at the analysis */
  readonly list_hits: readonly ListHit[];
  /** The decision that needs a second operator */
  readonly proposal: string | null;
  readonly standing: Standing;
  /** Parts of the document images, with their places */
  readonly parts: readonly {
    /** Id of the crop */
    readonly id: string;
    readonly kind: 'portrait' | 'ghost' | 'zone' | 'barcode' | 'field' | 'heat';
    /** UUID, lower case */
    readonly media_id: string;
    /** Page of a PDF, from 0 */
    readonly page: number;
    /** Box in fractions of the upright image */
    readonly box: {
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    };
    readonly field?: string;
    readonly source?: 'mrz' | 'printed';
  }[];
  /** True while the applicant is asked for more */
  readonly waits_for_applicant: boolean;
  /** True if the applicant has sent other pictures of the document than those with which a face was compared */
  readonly portrait_changed: boolean;
  readonly decisions: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    /** The person or key that acted; null if it was not recorded */
    readonly decided_by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** The person or key that acted; null if it was not recorded */
    readonly confirmed_by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Note of a second person who decided the same */
    readonly confirmed_note?: string;
    readonly note: string;
    readonly hits?: readonly DecisionOnAHit[];
    readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
    readonly result: 'clear' | 'consider' | 'unidentified' | null;
    /** The two differing decisions that this decision settled; neither took effect */
    readonly differing?: readonly {
      /** UTC, whole seconds */
      readonly at: string;
      /** The person or key that acted; null if it was not recorded */
      readonly decided_by: {
        readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
        /** Public id of the credential */
        readonly id: string;
      } | null;
      readonly note: string;
      readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
      readonly result: 'clear' | 'consider' | 'unidentified' | null;
    }[];
    /** Outcome of the report before this decision, which overturned it. Personal data */
    readonly overturned?: {
      readonly reason: 'wrong_decision' | 'wrong_analysis' | 'new_information' | 'applicant_appeal' | 'fraud_found' | 'other';
      readonly result: 'clear' | 'consider' | 'unidentified' | null;
      readonly sub_result: string | null;
      readonly breakdown: Readonly<Record<string, unknown>>;
      readonly properties: Readonly<Record<string, unknown>>;
    };
  }[];
  /** Evidence, findings and decisions before each answer of the applicant, the first first */
  readonly rounds: readonly {
    /** The information request that ended the round */
    readonly request_id: string;
    /** UTC, whole seconds */
    readonly ended_at: string;
    readonly media: Readonly<Record<string, unknown>>;
    readonly failure: string | null;
    readonly leaves: Readonly<Record<string, {
      readonly result: string | null;
      /** The finding in words, which may contain compared values. Personal data */
      readonly reason: string;
      readonly measure?: number;
      readonly threshold?: number;
      /** True if the leaf needs manual review */
      readonly doubt: boolean;
      readonly decided: 'clear' | 'consider' | null;
      readonly properties?: Readonly<Record<string, unknown>>;
      /** Compared values, with the parts of the image that show them. Personal data */
      readonly values?: readonly {
        readonly source: 'mrz' | 'barcode' | 'chip' | 'credential' | 'printed' | 'applicant';
        readonly value: string;
        readonly certainty: 'sure' | 'likely' | 'weak' | null;
        /** Positions of the characters, from 0, that the first value does not have; for the first value, that any other value does not have */
        readonly differing: readonly number[];
        readonly part: string | null;
      }[];
      /** Evidence that would settle the doubt */
      readonly settles?: string;
    }>>;
    readonly decisions: readonly {
      /** UTC, whole seconds */
      readonly at: string;
      /** The person or key that acted; null if it was not recorded */
      readonly decided_by: {
        readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
        /** Public id of the credential */
        readonly id: string;
      } | null;
      /** The person or key that acted; null if it was not recorded */
      readonly confirmed_by: {
        readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
        /** Public id of the credential */
        readonly id: string;
      } | null;
      /** Note of a second person who decided the same */
      readonly confirmed_note?: string;
      readonly note: string;
      readonly hits?: readonly DecisionOnAHit[];
      readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
      readonly result: 'clear' | 'consider' | 'unidentified' | null;
      /** The two differing decisions that this decision settled; neither took effect */
      readonly differing?: readonly {
        /** UTC, whole seconds */
        readonly at: string;
        /** The person or key that acted; null if it was not recorded */
        readonly decided_by: {
          readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
          /** Public id of the credential */
          readonly id: string;
        } | null;
        readonly note: string;
        readonly leaves?: Readonly<Record<string, 'clear' | 'consider'>>;
        readonly result: 'clear' | 'consider' | 'unidentified' | null;
      }[];
      /** Outcome of the report before this decision, which overturned it. Personal data */
      readonly overturned?: {
        readonly reason: 'wrong_decision' | 'wrong_analysis' | 'new_information' | 'applicant_appeal' | 'fraud_found' | 'other';
        readonly result: 'clear' | 'consider' | 'unidentified' | null;
        readonly sub_result: string | null;
        readonly breakdown: Readonly<Record<string, unknown>>;
        readonly properties: Readonly<Record<string, unknown>>;
      };
    }[];
  }[];
  readonly breakdown: Readonly<Record<string, unknown>>;
  /** The applicant at the creation of the check. Personal data */
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
    /** Workflow run that the check belongs to */
    readonly workflow_run_id: string | null;
  };
  readonly claimed_by: {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    /** UTC, whole seconds */
    readonly until: string;
  } | null;
  /** Member to whom the review is assigned; null for nobody */
  readonly assigned_to: {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
  } | null;
  /** Due time of the review; null unless the report waits for a reviewer */
  readonly due_at: string | null;
  /** Crop of the portrait that a document report found, for a report that compares faces */
  readonly portrait: null | {
    /** UUID, lower case */
    readonly report_id: string;
    readonly part: string;
  };
  /** Places and similarity of the compared faces; null for reports that compare no faces and for earlier reports */
  readonly faces: ComparedFaces | null;
  readonly about: SubjectOfAReport;
  /** Leaves in doubt and flagged leaves, the gravest first */
  readonly concerns: readonly {
    readonly path: string;
    readonly kind: 'failed' | 'forgery' | 'person' | 'lists' | 'data' | 'picture' | 'other' | 'unconfirmed' | 'unanalysed';
    /** True if the leaf needs manual review */
    readonly doubt: boolean;
  }[];
  /** Overturn of the complete report that waits for a second person; null for none */
  readonly overturn: Proposal | null;
  /** True if the report waits for a second look that the member may give. The first decision is then left out */
  readonly hides_decision: boolean;
  /** Second look at the report; null for none, and before it was given */
  readonly second_look: SecondLook | null;
  /** Evidence that the applicant can be asked for, which the report can use */
  readonly requestable: readonly ('document_front' | 'document_back' | 'document' | 'credential' | 'proof_of_address' | 'photo' | 'video' | 'motion')[];
}

export interface ReportThatWaitsForItsApplicant {
  /** UUID, lower case */
  readonly id: string;
  /** UUID, lower case */
  readonly report_id: string;
  /** UUID, lower case */
  readonly check_id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  readonly applicant_name: string | null;
  /** Name of the report */
  readonly name: string;
  readonly items: readonly ('document_front' | 'document_back' | 'document' | 'credential' | 'proof_of_address' | 'photo' | 'video' | 'motion')[];
  /** UTC, whole seconds */
  readonly created_at: string;
  /** UTC, whole seconds */
  readonly expires_at: string;
  /** Name of the member who asked; null for the API */
  readonly by: string | null;
}

export interface SandboxTrigger {
  /** `first_name` or `last_name` of the applicant */
  readonly field: string;
  /** Name, compared with case and spaces */
  readonly name: string;
  /** `document`, `facial` or `all` */
  readonly reports: string;
  readonly result: string;
  readonly sub_result: string | null;
  /** Leaves that are not clear */
  readonly leaves: readonly string[];
}

export interface SavedView {
  /** UUID, lower case */
  readonly id: string;
  readonly list: 'queue' | 'checks' | 'applicants';
  readonly name: string;
  /** True for a view that members with access to personal data see */
  readonly shared: boolean;
  readonly author: {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
  };
  /** Filters and order by their names in the address of the page. May have personal data */
  readonly filter: Readonly<Record<string, string>>;
  readonly hidden_columns: readonly string[];
  /** Filters and columns of the view that the list no longer has */
  readonly ignored: readonly string[];
  /** True if the member may rename, change and delete the view */
  readonly can_change: boolean;
  /** True if the list starts with the view for the member */
  readonly start: boolean;
}

export interface SecondLook {
  /** UUID, lower case */
  readonly report_id: string;
  /** UUID, lower case */
  readonly check_id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  /** Name of the report */
  readonly name: string;
  /** True if both have the same result and sub-result */
  readonly agrees: boolean;
  readonly first: {
    /** The person or key that acted; null if it was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Name of a member; null for an operator */
    readonly by_name: string | null;
    /** UTC, whole seconds */
    readonly at: string;
    readonly result: string | null;
    readonly sub_result: string | null;
    /** Reason. Personal data */
    readonly note: string;
  };
  readonly second: {
    /** The person or key that acted; null if it was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Name of a member; null for an operator */
    readonly by_name: string | null;
    /** UTC, whole seconds */
    readonly at: string;
    readonly result: string | null;
    readonly sub_result: string | null;
    /** Reason. Personal data */
    readonly note: string;
  };
}

export interface SettingsOfAnAccount {
  readonly name: string;
  readonly settings: {
    /** if false, every request answers 403 `account_disabled` */
    readonly enabled: boolean;
    /** if false, live checks answer 422 `missing_billing_info` */
    readonly billing_information: boolean;
    /** live checks that a trial may create before 403 `trial_limits_reached`; null: no trial */
    readonly trial_checks_limit: number | null;
    /** whether `validate_image_quality` may be asked for in v3.6 */
    readonly image_quality: boolean;
    /** days from the deletion of an applicant to its erasure */
    readonly deletion_delay_days: number;
    /** days after the last upload, check or workflow run of an applicant until it is deleted, and after `deletion_delay_days` erased. Applicants with a monitor, or with a check or run that has not ended, stay. null: all stay */
    readonly retention_days: number | null;
    /** days after which a check that has ended is erased with its reports, while its applicant stays. Checks of applicants with a monitor, with a run that has not ended, or with a decision that waits for a second person stay. null: as long as the applicant */
    readonly retention_check_days: number | null;
    /** days after which events are erased with their deliveries, unless one is still to be delivered. null: as long as the applicant */
    readonly retention_event_days: number | null;
    /** days after which entries of the request log are erased; null: after the days of `--request-log-days`, which are the most */
    readonly retention_request_days: number | null;
    /** days after its upload after which a file is erased, while its applicant and its reports stay. Files of applicants with a check or run that has not ended, or with a decision that waits for a second person, stay. null: as long as the applicant */
    readonly retention_media_days: number | null;
    /** if true, new checks are paused until they are resumed */
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
    /** true: in the dashboard reviewers may also start verifications, withdraw, resume and reopen checks, assign and overturn reports, and delete applicants, and developers may make live tokens */
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
    /** hours after its creation at which a report that waits for a reviewer is due. Reports that wait already keep their due time. null: 1 hour if a workflow run waits for the report, 4 hours if it is the last open report of its check, else 24 hours */
    readonly review_due_hours: number | null;
    /** round_robin: each report that begins to wait is assigned to the member who may decide it and has the fewest assigned reports */
    readonly review_assignment: 'off' | 'round_robin';
    /** share of decided reports, 0 to 1, that another member decides a second time without seeing the first decision. The second look changes no result. 0: none, and a change to 0 ends second looks that wait */
    readonly review_second_look_share: number;
    /** on: the applicant form asks the applicant's wallet for a document first, where the browser can. Photos can be taken instead */
    readonly form_wallet: 'off' | 'on';
    /** on: pages on computers may ask a wallet on another device by a QR code. An attacker can send such a code to a victim, so order a facial similarity report with it */
    readonly wallet_qr: 'off' | 'on';
    /** on: the event `applicant.document_expiring` is sent 90, 60 and 30 days before a verified document expires, of documents that are verified while this is on */
    readonly document_expiry_warnings: 'off' | 'on';
    /** how doubts of the analysis are settled. person: the report is `awaiting_approval` until a reviewer decides; consider: the leaf becomes `consider` without a review */
    readonly decision_uncertain: 'person' | 'consider';
    /** what a document must prove to be clear, see `docs/guides/evidence.md`. 1: no sign of forgery; 2: every datum and the portrait in a second place, and a live capture; 3: data and portrait by the issuer's signature or register, or a reviewer; 4: both by the issuer's signature. With 2, most sound documents without a chip need manual review, with 3 and 4 all of them */
    readonly decision_validity: number;
    /** other values of `decision_validity` by type of document, such as `{"passport": 4}` */
    readonly decision_validity_by_type: {
      readonly passport?: number;
      readonly driving_licence?: number;
      readonly national_identity_card?: number;
      readonly residence_permit?: number;
      readonly passport_card?: number;
      readonly tax_id?: number;
      readonly visa?: number;
      readonly voter_id?: number;
      readonly residence_status_document?: number;
      readonly postal_identity_card?: number;
      readonly social_security_card?: number;
      readonly work_permit?: number;
      readonly asylum_registration_card?: number;
      readonly national_health_insurance_card?: number;
      readonly municipality_identity_card?: number;
      readonly private_operators_card?: number;
      readonly proof_of_citizenship?: number;
      readonly service_id_card?: number;
      readonly immigration_status_document?: number;
      readonly indigenous_card?: number;
      readonly certificate_of_naturalisation?: number;
      readonly professional_qualification_card?: number;
      readonly consular_id?: number;
      readonly international_driving_licence?: number;
      readonly identification_number_document?: number;
      readonly national_insurance_card?: number;
      readonly naturalisation_certificate?: number;
      readonly non_uk_driving_licence?: number;
      readonly professional_identification_card?: number;
      readonly uk_biometric_residence_permit?: number;
      readonly uk_driving_licence?: number;
      readonly unknown?: number;
      readonly diplomatic_id?: number;
      readonly travel_document?: number;
    };
    /** on: the data of a document must come from the issuer's signature or register, with every `decision_validity` */
    readonly decision_data_proved: 'off' | 'on';
    /** how the pictures of a document must be taken to be clear. 0: as files, too; 1: with a camera, by the capture SDK; 2: with a challenge, which no capture of this version has, so that a reviewer decides */
    readonly decision_presence: number;
    /** how credentials of wallets are judged whose issuer names a list of revoked credentials that is not loaded, or has expired. required: as not proved; when_loaded: as not revoked */
    readonly decision_credential_status: 'required' | 'when_loaded';
    /** evidence that the applicant may hand in before a reviewer is asked, in workflow runs, on the pages of the applicant form and in SDK sessions: credential (the document in a wallet), chip, seal (a close-up of a signed barcode), back */
    readonly decision_step_up: readonly ('chip' | 'seal' | 'back' | 'credential')[];
    /** audited: reports that need manual review for missing evidence alone are cleared without it, once reviewers have cleared 149 alike in a row. A tenth stays with them, and one decision other than clear ends it. It bounds the forged documents that reviewers would see among the cleared, and no others, see `docs/guides/audited-automation.md`. Any change forgets the counts */
    readonly decision_automation: 'off' | 'audited';
    /** on: `properties.assurance` of document reports says what was proved, by which source, and which attackers are not excluded */
    readonly report_assurance: 'off' | 'on';
    /** earlier name of `decision_validity`, for one release. off: 1; strict and balanced: 3 */
    readonly decision_evidence: 'strict' | 'balanced' | 'off';
    /** minimum age of the holder in years; the document of a younger person is rejected */
    readonly minimum_accepted_age: number;
    /** minimum score, 0 to 1, at which two faces count as the same person */
    readonly face_match_score: number;
    /** score below which two faces count as different people; a score between the two settings is a doubt */
    readonly face_mismatch_score: number;
    /** genuineness score, 0 to 1, at or below which an image may show a screen or print: a doubt, never more */
    readonly spoofing_score: number;
    /** minimum score, 0 to 1, at which a face counts as known from another applicant */
    readonly known_face_score: number;
    /** minimum score of a possible hit on a watchlist, 0.65 to 0.95; see `docs/guides/screening.md` */
    readonly screening_hit: number;
    /** minimum score of a certain hit on a watchlist; a score between the two settings is a doubt */
    readonly screening_match: number;
    /** maximum age of a watchlist in days, since its publication or since the same files were imported again; an older list can't clear a report */
    readonly screening_max_age: number;
    /** result of a breakdown, except `sanction`, without a usable watchlist. clear: the breakdown is null; person: the report is `awaiting_approval`. Without a sanctions list a person always decides */
    readonly screening_missing: 'clear' | 'person';
    /** decisions on hits that need a second operator. clear: ruling out a hit of 0.90 or more, or suppressing a hit; all: every decision. Needs two people who decide: operator keys with names, or members */
    readonly screening_four_eyes: 'off' | 'clear' | 'all';
    /** on: two people decide each report without seeing the other's decision; if they differ, a third person decides. A workflow that is published in live needs a second person, too. Needs two people who decide */
    readonly decision_four_eyes: 'off' | 'on';
    /** on: a name that the publisher marks as weak is enough for a hit */
    readonly screening_weak_aliases: 'off' | 'on';
    /** names that are a possible hit although only the family name agrees. initials: the first names are initials that agree; all: also a family name alone */
    readonly screening_partial_names: 'off' | 'initials' | 'all';
    /** years for which a person counts as politically exposed after leaving office; null: without limit */
    readonly screening_pep_years: number | null;
  };
  /** Description of each setting */
  readonly fields: readonly {
    readonly name: string;
    /** True if a member can change it; false if only an operator can */
    readonly changeable: boolean;
    /** JSON Schema */
    readonly schema: Readonly<Record<string, unknown>>;
    readonly default: unknown;
  }[];
  /** Settings that the operator chose for the whole service */
  readonly retention: {
    /** Days for which API requests are kept; 0 keeps none */
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
  /** Choices for documents, from the tables that decide */
  readonly document_choices: readonly {
    readonly validity: number;
    readonly data_proved: 'off' | 'on';
    readonly rule: 'no_sign' | 'second_place' | 'data_proved' | 'issuer' | 'signed';
    readonly reviews: {
      readonly share: string;
      readonly basis: string | null;
    };
    readonly attackers: readonly {
      readonly name: string;
      readonly words: string;
      /** True if the evaluation has forgeries of this attacker */
      readonly sampled: boolean;
      /** Share of forged documents that would be cleared, in words */
      readonly share: string;
      readonly basis: string | null;
      readonly excluded: boolean;
    }[];
  }[];
}

export interface SignedInMember {
  readonly member: {
    /** UUID, lower case */
    readonly id: string;
    readonly email: string;
    readonly name: string;
    /** True if the member signs in with one-time codes */
    readonly totp: boolean;
    /** Number of passkeys */
    readonly passkeys: number;
    /** Number of unused recovery codes */
    readonly recovery_codes: number;
  };
  readonly accounts: readonly {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    readonly role: 'admin' | 'reviewer' | 'developer' | 'auditor';
    /** True if the member needs a second factor to open the account */
    readonly second_factor_needed: boolean;
    readonly may: {
      readonly live: readonly ('states.see' | 'data.see' | 'media.open' | 'insights.see' | 'quality.see' | 'report.decide' | 'report.assign' | 'report.overturn' | 'verification.start' | 'check.change' | 'applicant.delete' | 'applicant.erase' | 'data.export' | 'suppression.make' | 'list.block' | 'list.change' | 'workflow.publish' | 'sandbox.simulate')[];
      readonly sandbox: readonly ('states.see' | 'data.see' | 'media.open' | 'insights.see' | 'quality.see' | 'report.decide' | 'report.assign' | 'report.overturn' | 'verification.start' | 'check.change' | 'applicant.delete' | 'applicant.erase' | 'data.export' | 'suppression.make' | 'list.block' | 'list.change' | 'workflow.publish' | 'sandbox.simulate')[];
      readonly account: readonly ('integration.see' | 'integration.change' | 'live_tokens.change' | 'screening.see' | 'screening.change' | 'screening.activate' | 'members.see' | 'members.change' | 'settings.see' | 'settings.change' | 'audit.see' | 'audit.see_own' | 'audit.export' | 'deployment.audit')[];
    };
  }[];
  readonly session: {
    /** UUID, lower case */
    readonly id: string;
    /** Way in which the member signed in */
    readonly way: 'password' | 'passkey' | 'openid';
    /** UTC, whole seconds */
    readonly created_at: string;
    /** UTC, whole seconds */
    readonly expires_at: string;
    /** Time until which no action asks for another proof */
    readonly proved_until: string;
  };
  readonly deployment: {
    readonly mode: 'development' | 'production';
  };
}

export interface Standing {
  /** The decision that the report needs next; always `first_needed` without `decision_four_eyes` */
  readonly needs: 'first_needed' | 'second_needed' | 'third_needed';
  /** True if the requesting person has decided it; another person decides next */
  readonly decided: boolean;
  /** True if the requesting person has passed it on */
  readonly referred: boolean;
  /** Decisions that are not in force: the person's own decision or, for the third person, the two decisions that differ */
  readonly decisions: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    /** The person or key that acted; null if it was not recorded */
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
    /** The body of `decide` that, with a note added, repeats this decision */
    readonly repeat: DecisionToRepeat;
  }[];
  /** Limit for the third person if one of the first two left something open: the points that both decided. A decision on part of these points may differ from both as long as it leaves the report open. Null: no such limit */
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
    /** The person or key that acted; null if it was not recorded */
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
  /** Id of the check of a report */
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
  /** History without notes, because notes may contain personal data */
  readonly history: readonly {
    /** UTC, whole seconds */
    readonly at: string;
    readonly kind: 'created' | 'removed' | 'event' | 'decision' | 'overturn' | 'delivery' | 'audit';
    /** The kind of object that was created, the type of the event, the name of the decided report, or the action of the audit log */
    readonly what: string;
    readonly status: string | null;
    /** Result of the report before an overturn; null in other entries */
    readonly before: string | null;
    /** The person or key that acted; null if it was not recorded */
    readonly by: {
      readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
      /** Public id of the credential */
      readonly id: string;
    } | null;
    /** Name of the member */
    readonly by_name: string | null;
    readonly note: string | null;
  }[];
}

export interface StoredDecision {
  /** UUID, lower case */
  readonly id: string;
  /** Person */
  readonly waits_for: 'second' | 'third';
}

export interface SubjectOfAReport {
  /** Files that the report used and that `media` does not list */
  readonly files: readonly {
    /** UUID, lower case */
    readonly media_id: string;
    /** Pages of a PDF, at most 20; null if they could not be counted */
    readonly pages: number | null;
  }[];
  /** Data of the applicant, or of the request, that the report is about. Personal data */
  readonly data: readonly {
    readonly name: string;
    readonly value: string;
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
  /** The person or key that acted; null if it was not recorded */
  readonly by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** The person or key that acted; null if it was not recorded */
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
  /** The person or key that acted; null if it was not recorded */
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
  /** The person or key that acted; null if it was not recorded */
  readonly by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** The person or key that acted; null if it was not recorded */
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

export interface TaggedCase {
  /** UUID, lower case */
  readonly applicant_id: string;
  /** `unchanged`: has the tags already; `gone`: the applicant was deleted; `refused`: see `message` */
  readonly result: 'changed' | 'unchanged' | 'gone' | 'refused';
  readonly message: string | null;
}

export interface TokenOfAnAccount {
  /** UUID, lower case */
  readonly id: string;
  readonly kind: 'api' | 'oauth_client';
  readonly environment: string;
  readonly name: string;
  readonly permission: string;
  /** First characters, to recognise the token */
  readonly hint: string;
  /** UTC, whole seconds */
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly expires_at: string | null;
  /** The person or key that acted; null if it was not recorded */
  readonly created_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  /** The person or key that acted; null if it was not recorded */
  readonly revoked_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
}

export interface VerdictOnAnAuditLog {
  /** Number of intact entries, from the first */
  readonly entries: number;
  readonly head: {
    /** Number of the entry, from 1 in each chain */
    readonly number: number;
    /** SHA-256, hexadecimal digits */
    readonly hash: string;
  };
  /** The first broken entry */
  readonly broken: {
    /** Number of the entry, from 1 in each chain */
    readonly number: number;
    readonly reason: string;
  } | null;
}

export interface VersionOfAWatchlist {
  readonly id: string;
  readonly list: string;
  readonly state: 'staged' | 'active' | 'retired';
  readonly format: string;
  /** Categories that the list covers */
  readonly categories: readonly string[];
  readonly published: string | null;
  readonly confirmed_at: string | null;
  /** Days since its publication, or since the same files were imported again */
  readonly age_days: number;
  readonly records: number;
  /** Number of searchable records */
  readonly people: number;
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  /** Changes from the version that was active at the time; null if there was none */
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
  /** The person or key that acted; null if it was not recorded */
  readonly imported_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly activated_at: string | null;
  /** The person or key that acted; null if it was not recorded */
  readonly activated_by: {
    readonly kind: 'token' | 'sdk' | 'operator' | 'member' | 'system';
    /** Public id of the credential */
    readonly id: string;
  } | null;
  readonly retired_at: string | null;
  /** The person or key that acted; null if it was not recorded */
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
  /** Due time of the review, the sort key of the order `due` */
  readonly due_at: string;
  /** True if the analysis failed */
  readonly failed: boolean;
  readonly claimed_by: {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    /** UTC, whole seconds */
    readonly until: string;
  } | null;
  /** Member to whom the review is assigned; null for nobody */
  readonly assigned_to: {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
  } | null;
  /** Tags on the case of the applicant; empty for roles that see no personal data */
  readonly tags: readonly string[];
  /** The decision that the report needs next; always `first_needed` without `decision_four_eyes` */
  readonly needs: 'first_needed' | 'second_needed' | 'third_needed';
  /** True if this member has decided it or passed it on, so that another member is next */
  readonly yours: boolean;
}

export interface WaitingSecondLook {
  /** UUID, lower case */
  readonly report_id: string;
  /** UUID, lower case */
  readonly check_id: string;
  /** UUID, lower case */
  readonly applicant_id: string;
  /** Name of the report */
  readonly name: string;
  /** Personal data */
  readonly applicant_name: string;
  /** Time of the first decision */
  readonly decided_at: string;
  readonly claimed_by: {
    /** UUID, lower case */
    readonly id: string;
    readonly name: string;
    /** UTC, whole seconds */
    readonly until: string;
  } | null;
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
  /** Due time of the answer */
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
  /** Personal fields that payloads may carry; null for all */
  readonly personal_fields: readonly ('days_left' | 'username')[] | null;
  readonly oauth_enabled: boolean;
  /** Deliveries also carry the headers of Standard Webhooks */
  readonly standard_headers: boolean;
  /** Time at which the service paused it after 5 days of failures */
  readonly paused_at: string | null;
  /** Time since when every delivery failed */
  readonly failing_since: string | null;
  /** Time until which the previous secret signs, too */
  readonly previous_secret_until: string | null;
}

export interface Workflow {
  /** UUID, lower case */
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly steps: readonly {
    readonly name: string;
    readonly task: string;
    /** Null if the service completes it */
    readonly completed_by: 'applicant' | 'client' | 'member' | null;
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
  /** Positions of the steps, conditions and ends, from top to bottom */
  readonly picture: {
    readonly width: number;
    readonly height: number;
    readonly shapes: readonly ({
      readonly kind: 'task';
      readonly name: string;
      readonly hint: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** Path of the step or rule in the file; absent for steps of a file that a step runs */
      readonly path?: readonly (string | number)[];
    } | {
      readonly kind: 'start' | 'approve' | 'decline' | 'review' | 'choice' | 'loop' | 'workflow';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** Path of the step or rule in the file; absent for steps of a file that a step runs */
      readonly path?: readonly (string | number)[];
    } | {
      readonly kind: 'label';
      readonly text: string;
      readonly x: number;
      readonly y: number;
    } | {
      readonly kind: 'line' | 'arrow';
      /** x and y of each point */
      readonly points: readonly (readonly number[])[];
    })[];
  };
  readonly abandon_after_days: number;
}

export interface WorkflowFileAsTheServiceReadsIt {
  /** Positions of the steps, conditions and ends, from top to bottom */
  readonly picture: {
    readonly width: number;
    readonly height: number;
    readonly shapes: readonly ({
      readonly kind: 'task';
      readonly name: string;
      readonly hint: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** Path of the step or rule in the file; absent for steps of a file that a step runs */
      readonly path?: readonly (string | number)[];
    } | {
      readonly kind: 'start' | 'approve' | 'decline' | 'review' | 'choice' | 'loop' | 'workflow';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** Path of the step or rule in the file; absent for steps of a file that a step runs */
      readonly path?: readonly (string | number)[];
    } | {
      readonly kind: 'label';
      readonly text: string;
      readonly x: number;
      readonly y: number;
    } | {
      readonly kind: 'line' | 'arrow';
      /** x and y of each point */
      readonly points: readonly (readonly number[])[];
    })[];
  } | null;
  /** Values that conditions can name, with the outputs of all steps */
  readonly values: readonly {
    /** Path of the value: start.plan */
    readonly value: string;
    readonly type: string | null;
    readonly choices: readonly string[] | null;
    readonly step: readonly (string | number)[] | null;
  }[];
  /** Faults in the order of the file. A service does not start with such a file */
  readonly faults: readonly {
    readonly line: number;
    readonly column: number;
    /** Keys and indexes from the top of the file: ["steps", 0, "reports"] */
    readonly path?: readonly (string | number)[];
    readonly message: string;
  }[];
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
  /** True if the status is `review` because a member still has to answer */
  readonly waits_for_member: boolean;
  readonly check_id: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** UTC, whole seconds */
  readonly updated_at: string;
  /** Time at which the run is abandoned unless it ends before; null once it has ended */
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
  /** True if the status is `review` because a member still has to answer */
  readonly waits_for_member: boolean;
  readonly check_id: string | null;
  /** UTC, whole seconds */
  readonly created_at: string;
  /** UTC, whole seconds */
  readonly updated_at: string;
  /** Time at which the run is abandoned unless it ends before; null once it has ended */
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
    readonly completed_by: 'applicant' | 'client' | 'member' | 'service';
    /** UTC, whole seconds */
    readonly created_at: string;
    readonly completed_at: string | null;
  }[];
  readonly workflow: Workflow;
  /** Input and output of each started task, by task id. Personal data */
  readonly data: Readonly<Record<string, {
    readonly input: Readonly<Record<string, unknown>>;
    readonly output: unknown;
  }>>;
}
