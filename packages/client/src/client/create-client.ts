import type { Operations } from '../generated/operations.ts'
import type { CallOptions } from '../transport/call-options.ts'
import type { ClientOptions } from '../transport/client-options.ts'
import { readLines, streamOf } from '../transport/read-lines.ts'
import { Sender } from '../transport/sender.ts'
import { type Jobs, jobsOf } from './jobs.ts'
import { jsonOf, jsonRequest, operationMethods, queryText } from './operation-methods.ts'
import { type Pages, pagesOf } from './pages.ts'

const NDJSON = 'application/x-ndjson'

/** A registry over HTTP: one method per operation of its API, and methods that combine several operations. */
export interface Client extends Operations, Jobs {
  /** Iterates over all items of a list, across pages. */
  readonly all: Pages
  /**
   * Returns an export as bytes: NDJSON for `utpid restore`, or with `crosswalk` a CSV of supplier codes.
   *
   * @param options - With `after`, the export is a delta: it contains only rows that changed after this change number.
   */
  export(format?: ExportedForm, options?: ExportCallOptions): Promise<ReadableStream<Uint8Array>>
  /** Yields the rows of an export: the registry, a delta of the registry, or its supplier codes. */
  exportRows(
    format?: ExportedForm,
    options?: ExportCallOptions,
  ): AsyncGenerator<Readonly<Record<string, unknown>>, void>
  /** Calls any route by its path, for example a route that this version of the client does not contain. */
  request(method: string, path: string, body?: unknown, options?: CallOptions): Promise<unknown>
}

/** Content of an export. */
export type ExportedForm = 'registry' | 'crosswalk'

/** Options of an export. */
export interface ExportCallOptions extends CallOptions {
  /** For `registry`: the export contains only rows that changed after this change number. */
  readonly after?: number
  /** For `crosswalk`: a row for each code (`long`, the default), or for each product (`wide`). */
  readonly layout?: 'long' | 'wide'
}

/**
 * Creates a client of a served registry. Errors are `UtpidError`.
 *
 * The client retries requests that were refused with 429 or 503. After a broken connection it retries repeatable
 * requests. The client waits as long as the service asks, else with exponential backoff. Requests that change something
 * have an `Idempotency-Key`, so a retry has no second effect.
 */
export function createClient(options: ClientOptions): Client {
  const sender = new Sender(options)
  const operations = operationMethods(sender)
  const exported = (
    format: ExportedForm,
    accept: string,
    { after, layout, ...call }: ExportCallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> =>
    sender.send(
      { method: 'GET', path: `/registry/export${queryText({ format, layout, after })}`, accept },
      async (response) => streamOf(response),
      { timeoutMs: 0, ...call },
    )
  return {
    ...operations,
    ...jobsOf(sender, operations),
    all: pagesOf(operations),
    export: (format = 'registry', call) => exported(format, '*/*', call),
    async *exportRows(format = 'registry', call) {
      for await (const line of readLines(await exported(format, NDJSON, call))) yield JSON.parse(line)
    },
    request: (method, path, body, call) => sender.send(jsonRequest(method, path, body), jsonOf, call),
  }
}
