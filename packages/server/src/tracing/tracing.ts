import { AsyncLocalStorage } from 'node:async_hooks';

/** Values that describe a span: routes, kinds and ids, never a value of a person. */
type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  readonly attributes?: Attributes;
  /** `server` of a request, `client` of a call to another service, `consumer` of a job; default: work inside of this one. */
  readonly kind?: 'server' | 'client' | 'consumer';
  /** W3C `traceparent` of the parent; default: the span in which the work runs. */
  readonly parent?: string | undefined;
}

/** A piece of work with its time, as a part of a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** W3C trace context, by which other work becomes a child. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Marks the work as failed. The error itself isn't sent: its message may hold anything. */
  fail(): void;
  end(): void;
}

/** Starts spans and sends them. A service without `--otlp-endpoint` has none, and loads nothing for it. */
export interface Tracing {
  start(name: string, options?: SpanOptions): Span;
  /** Sends the spans that have ended, and no more. */
  close(): Promise<void>;
}

const current = new AsyncLocalStorage<Span>();

/** Runs work inside of a span, so that spans and jobs that it starts are children. */
export function within<T>(span: Span, work: () => T): T {
  return current.run(span, work);
}

/** The `traceparent` of the span in which the caller runs; undefined without one. */
export function currentParent(): string | undefined {
  return current.getStore()?.traceparent;
}

/** Ids for a line of the log: `trace_id` and `span_id`, where the caller runs in a span. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = current.getStore();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Runs work in a span of its own, if there is tracing. The span fails when the work throws. */
export async function traced<T>(
  tracing: Tracing | undefined,
  name: string,
  options: SpanOptions,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  if (!tracing) return work();
  const span = tracing.start(name, options);
  try {
    return await within(span, () => work(span));
  } catch (error) {
    span.fail();
    throw error;
  } finally {
    span.end();
  }
}
