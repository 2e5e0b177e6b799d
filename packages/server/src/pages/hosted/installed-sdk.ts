/** A file of the browser SDK. */
export interface SdkFile {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  /** Media type. */
  readonly type: string;
  /** Subresource integrity of the bytes that this process serves, whatever is built later. */
  readonly integrity: string;
}

/** The browser SDK that is installed beside the service. */
export interface InstalledSdk {
  readonly version: string;
  /** A file that pages may load; null for any other name. */
  file(name: string): SdkFile | null;
}

/** Finds the SDK; undefined while it isn't built. The pages get it from `app.ts`. */
export type FindSdk = () => InstalledSdk | undefined;
