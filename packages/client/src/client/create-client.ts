import type { Operations } from '../generated/operations.ts'
import type { CallOptions } from '../transport/call-options.ts'
import type { ClientOptions } from '../transport/client-options.ts'
import { readLines, streamOf } from '../transport/read-lines.ts'
import { Sender } from '../transport/sender.ts'
import { type Jobs, jobsOf } from './jobs.ts'
import { jsonOf, jsonRequest, operationMethods, queryText } from './operation-methods.ts'
import { type Pages, pagesOf } from './pages.ts'

const NDJSON = 'application/x-ndjson'

/** A registry over HTTP: a method for each operation of its API, and what is made of several. */
export interface Client extends Operations, Jobs {
  /** Lists item by item, over all their pages. */
  readonly all: Pages
  /**
   * The bytes of an export: NDJSON that `utpid restore` reads, or with `crosswalk` a CSV of supplier codes.
   *
   * @param options - With `after`, of a registry only what changed after that change: a delta for a snapshot of it.
   */
  export(format?: ExportedForm, options?: ExportCallOptions): Promise<ReadableStream<Uint8Array>>
  /** The whole registry, what changed of it, or its supplier codes, row by row. */
  exportRows(
    format?: ExportedForm,
    options?: ExportCallOptions,
  ): AsyncGenerator<Readonly<Record<string, unknown>>, void>
  /** Asks a route that this version of the client does not know, by its path. */
  request(method: string, path: string, body?: unknown, options?: CallOptions): Promise<unknown>
}

/** What an export is of. */
export type ExportedForm = 'registry' | 'crosswalk'

/** How an export is asked for. */
export interface ExportCallOptions extends CallOptions {
  /** Of `registry`: only what changed after this change. */
  readonly after?: number
}

/**
 * A client of the registry that is served at an address. Errors are `UtpidError`.
 *
 * What is refused with 429 or 503, and what may be repeated when a connection breaks, is tried again by itself: as late as
 * the service asks, else ever more slowly. What changes something has an `Idempotency-Key`, so that it has one effect
 * however often it is sent.
 */
export function createClient(options: ClientOptions): Client {
  const sender = new Sender(options)
  const operations = operationMethods(sender)
  const exported = (
    format: ExportedForm,
    accept: string,
    { after, ...call }: ExportCallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> =>
    sender.send(
      { method: 'GET', path: `/registry/export${queryText({ format, after })}`, accept },
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
