/** Facts about a span. Never a prompt, a credential or a signed URL: whoever reads traces need not be allowed to see those. */
export type Facts = { [name: string]: string | number | boolean }

/** A step that is under way. */
export interface Span {
  tell(facts: Facts): void
  /** Notes that something happened, with its time. */
  note(event: string): void
}

export interface SpanAbout {
  name: string
  facts?: Facts
}

/** Of a span, as logs carry them. */
export interface TraceIds {
  trace_id: string
  span_id: string
}

/** A request on its way. */
export interface RequestSpan extends Span {
  ids: TraceIds
  /** Runs within the span. */
  within(run: () => void): void
  end(name: string, status: number): void
}

/**
 * Tells where time goes. A span belongs to the step that is under way in the same asynchronous call; without one, and where the trace
 * is not kept, `span` only runs.
 */
export interface Tracing extends AsyncDisposable {
  /** Begins the span of a request, in the trace that its `traceparent` names. Undefined where nothing is traced. */
  request(traceparent: string | undefined): RequestSpan | undefined
  span<T>(about: SpanAbout, run: (span: Span) => Promise<T>): Promise<T>
  /** Goes on with a trace that another process began: `past` has ended already and lasted until now. */
  goOn<T>(
    parent: string,
    about: SpanAbout & { past: SpanAbout & { duration_s: number } },
    run: (span: Span) => Promise<T>,
  ): Promise<T>
  /** The step that is under way, for `goOn`: a `traceparent`. Null where nothing is traced. */
  place(): string | null
  ids(): TraceIds | undefined
}

const nothing: Span = { tell: () => {}, note: () => {} }

/** Where nothing is traced. */
export const noTracing: Tracing = {
  request: () => undefined,
  span: (_about, run) => run(nothing),
  goOn: (_parent, _about, run) => run(nothing),
  place: () => null,
  ids: () => undefined,
  [Symbol.asyncDispose]: async () => {},
}
