import type { Answers, Operations, Queries } from '../generated/operations.ts'
import type { CallOptions } from '../transport/call-options.ts'

type ItemOf<Name extends keyof Answers> = Answers[Name] extends { readonly results: readonly (infer Item)[] }
  ? Item
  : never
type QueryOf<Name extends keyof Queries> = Omit<Queries[Name], 'cursor' | 'offset'>
type Change = Answers['changes']['changes'][number]

/** Iterators over paged lists. An iterator requests the next page only when the caller needs that page. */
export interface Pages {
  /** Yields each product once, even during concurrent writes. */
  search(query: QueryOf<'search'>, options?: CallOptions): AsyncGenerator<ItemOf<'search'>, void>
  alerts(query?: QueryOf<'alerts'>, options?: CallOptions): AsyncGenerator<ItemOf<'alerts'>, void>
  duplicates(
    utpid: string,
    query?: QueryOf<'duplicates'>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<'duplicates'>, void>
  /** Yields all changes after a change number. To continue later, pass the `change` of the last yielded item. */
  changes(query?: Queries['changes'], options?: CallOptions): AsyncGenerator<Change, void>
  batchJobs(query?: QueryOf<'batchJobs'>, options?: CallOptions): AsyncGenerator<ItemOf<'batchJobs'>, void>
  importJobs(query?: QueryOf<'importJobs'>, options?: CallOptions): AsyncGenerator<ItemOf<'importJobs'>, void>
  logs(query?: QueryOf<'logs'>, options?: CallOptions): AsyncGenerator<ItemOf<'logs'>, void>
  audit(query?: QueryOf<'audit'>, options?: CallOptions): AsyncGenerator<ItemOf<'audit'>, void>
  deliveries(
    webhookId: string,
    query?: QueryOf<'deliveries'>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<'deliveries'>, void>
}

export function pagesOf(operations: Operations): Pages {
  return {
    async *search(query, options = {}) {
      let cursor: string | undefined
      do {
        let link: string | null = null
        const onResponse = (response: Response): void => {
          link = response.headers.get('link')
          options.onResponse?.(response)
        }
        yield* (await operations.search({ ...query, cursor }, { ...options, onResponse })).results
        cursor = cursorOf(link)
      } while (cursor !== undefined)
    },
    alerts: (query, options) => byCursor((cursor) => operations.alerts({ ...query, cursor }, options)),
    duplicates: (utpid, query, options) =>
      byOffset((offset) => operations.duplicates(utpid, { ...query, offset }, options)),
    async *changes(query, options) {
      let after = query?.after
      for (;;) {
        const { changes, last } = await operations.changes({ ...query, after }, options)
        yield* changes
        if (changes.length === 0) return
        after = last
      }
    },
    batchJobs: (query, options) => byCursor((cursor) => operations.batchJobs({ ...query, cursor }, options)),
    importJobs: (query, options) => byCursor((cursor) => operations.importJobs({ ...query, cursor }, options)),
    logs: (query, options) => byCursor((cursor) => operations.logs({ ...query, cursor }, options)),
    audit: (query, options) => byCursor((cursor) => operations.audit({ ...query, cursor }, options)),
    deliveries: (id, query, options) => byCursor((cursor) => operations.deliveries(id, { ...query, cursor }, options)),
  }
}

async function* byCursor<Item>(
  page: (cursor: string | undefined) => Promise<{ readonly results: readonly Item[]; readonly next: string | null }>,
): AsyncGenerator<Item, void> {
  let cursor: string | undefined
  do {
    const { results, next } = await page(cursor)
    yield* results
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

async function* byOffset<Item>(
  page: (offset: number) => Promise<{ readonly total: number; readonly results: readonly Item[] }>,
): AsyncGenerator<Item, void> {
  for (let offset = 0; ; ) {
    const { total, results } = await page(offset)
    yield* results
    offset += results.length
    if (results.length === 0 || offset >= total) return
  }
}

/** Returns the cursor of a header `Link: <...?cursor=...>; rel="next"`. */
function cursorOf(link: string | null): string | undefined {
  const target = /<([^<>]*)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return target === undefined
    ? undefined
    : (new URL(target, 'http://registry.invalid').searchParams.get('cursor') ?? undefined)
}
