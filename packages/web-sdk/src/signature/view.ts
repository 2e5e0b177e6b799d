/** The documents and terms that the service asks an applicant to sign. */
export interface SigningView {
  readonly documents: readonly { readonly id: string; readonly file_name: string; opened: boolean }[];
  readonly consent: { readonly language: string; readonly sentence: string };
  /** The code that was sent; null if the step needs no code. */
  readonly code: { readonly sent: SentCode | null } | null;
}

interface SentCode {
  readonly by: 'sms' | 'email';
  /** Destination of the code, most of it hidden. */
  readonly to: string;
  readonly usable: boolean;
}
