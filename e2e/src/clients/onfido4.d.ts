/** The parts of the published client of v2 that its test touches; the package brings no types. */
declare module 'onfido4' {
  import type { Agent } from 'node:https';

  interface Client {
    basePath: string;
    authentications: Record<string, { type: string; in: string; name: string; apiKey?: string; apiKeyPrefix?: string }>;
    requestAgent: Agent | null;
  }

  // biome-ignore lint/suspicious/noExplicitAny: models are plain fields without types, and the test asserts their values
  type Model = any;

  const Onfido: {
    ApiClient: new () => Client;
    DefaultApi: new (client: Client) => Record<string, (...args: unknown[]) => Promise<Model>>;
    Applicant: new () => Model;
    Address: new () => Model;
    IdNumber: new () => Model;
    Check: new (type?: string) => Model;
    CheckWithReportIds: new () => Model;
    Document: new () => Model;
    LivePhoto: new () => Model;
    LiveVideo: new () => Model;
    Report: new (name?: string) => Model;
    ReportDocument: new () => Model;
    ReportTypeGroup: new () => Model;
    ReportType: new () => Model;
    GenericAddress: new () => Model;
    Webhook: new (url?: string) => Model;
    SdkTokenRequest: new (applicantId?: string) => Model;
  };
  export default Onfido;
}
