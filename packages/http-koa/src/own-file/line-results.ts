import { type AnsweredInput, importedResult, mappedResult, type RowResult, withoutProduct } from '@utpid/feed'
import type { Jobs } from '@utpid/service/internal'
import type { AnnotatedForm } from '../uploads/upload-form.ts'
import type { LineResult } from './file-message.ts'

/** A stored result of an import or a batch. */
interface StoredResult {
  readonly index?: number
  readonly line?: number
}

/** Yields the results of a finished job, page by page, as values to append. */
export async function* lineResults(
  jobs: Jobs,
  accountId: string,
  kind: AnnotatedForm['kind'],
  id: string,
): AsyncGenerator<readonly LineResult[]> {
  let cursor: string | undefined
  do {
    const page = await jobs.results(accountId, kind, id, cursor === undefined ? {} : { cursor })
    const rows = page.rows as readonly StoredResult[]
    // The last rows of an import are about suppliers and not about lines: they have no index.
    const results = rows
      .filter(({ index }) => index !== undefined)
      .map((row) => ({ line: row.line, result: kind === 'import' ? resultOfImport(row) : resultOfBatch(row) }))
    if (results.length > 0) yield results
    cursor = page.cursor
  } while (cursor !== undefined)
}

function resultOfImport(row: object): RowResult {
  const outcome = row as Parameters<typeof importedResult>[0] | { outcome: 'unreadable'; error: { code: string } }
  if (outcome.outcome === 'unreadable') return withoutProduct('unreadable', outcome.error.code)
  return importedResult(outcome)
}

function resultOfBatch(row: object): RowResult {
  const { decision, matches, ...rest } = row as Omit<AnsweredInput, 'decision' | 'candidates'> & {
    readonly decision: AnsweredInput['decision'] | 'invalid'
    readonly matches?: readonly unknown[]
  }
  return mappedResult({
    ...rest,
    decision: decision === 'invalid' ? null : decision,
    candidates: matches?.length ?? 0,
  })
}
