import type { Tracing } from './tracing.ts';

export interface TracingOptions {
  /** Base address of a receiver of OTLP over HTTP; null: nothing is traced. */
  readonly endpoint: string | null;
  readonly version: string;
}

/** Opens tracing where the settings name a receiver of traces. Loads OpenTelemetry only then. */
export async function openTracing({ endpoint, version }: TracingOptions): Promise<Tracing | undefined> {
  if (endpoint === null) return undefined;
  const { OtlpTracing } = await import('./otlp.ts');
  return new OtlpTracing(endpoint, version);
}
