import { type SpanContext as OtelContext, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { currentParent, type Span, type SpanOptions, type Tracing } from './tracing.ts';

/** W3C Trace Context, version 00: ids of the trace and of the span, and flags. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/** Sends traces by OTLP over HTTP, in batches. The standard variables `OTEL_…` choose headers, resource and sampling. */
export class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;

  /** @param endpoint base address; the traces go to its `/v1/traces` */
  constructor(endpoint: string, version: string, environment = process.env) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
    const own = { 'service.name': environment.OTEL_SERVICE_NAME || 'bonafide', 'service.version': version };
    const resource = defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes(own));
    const ratio = Number(environment.OTEL_TRACES_SAMPLER_ARG ?? 1);
    this.#provider = new TracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
  }

  start(name: string, { attributes = {}, kind, parent }: SpanOptions = {}): Span {
    const parentContext = contextOf(parent) ?? contextOf(currentParent());
    const context = parentContext ? trace.setSpanContext(ROOT_CONTEXT, parentContext) : ROOT_CONTEXT;
    const options = { attributes, kind: kind ? kinds[kind] : SpanKind.INTERNAL };
    const span = this.#provider.getTracer('bonafide').startSpan(name, options, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceId,
      spanId,
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      set: (more) => void span.setAttributes(more),
      fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
      end: () => span.end(),
    };
  }

  async close(): Promise<void> {
    // A receiver that is gone must not keep the service from ending.
    await this.#provider.shutdown().catch(() => undefined);
  }
}

/** The context that a `traceparent` names; undefined for a text that isn't one. */
function contextOf(traceparent: string | undefined): OtelContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
