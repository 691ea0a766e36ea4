import { setImmediate } from 'node:timers/promises'
import { createRegistry, type Gazetteer, type Registry, type Storage } from '@utpid/core'
import type { ImportCounts } from '@utpid/core/operations'
import type { ScoringModel } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import { NOTICES_SHOWN } from './read-labels.ts'
import { type ReadSourcesOptions, readSources } from './read-sources.ts'

export interface ImportSourcesOptions extends Omit<ReadSourcesOptions, 'onUnreadable'> {
  readonly model: ScoringModel
  readonly gazetteer: Gazetteer
  readonly onProgress?: (counts: ImportCounts) => void
  /** Called with one sentence for each input that could not be used. */
  readonly onNotice: (sentence: string) => void
}

/**
 * Imports records of feeds and reports inputs that could not be used.
 *
 * @returns The registry with the records. Do not close it: that would also close its in-memory storage, which the
 *   caller reads afterwards.
 */
export async function importSources(
  storage: Storage,
  records: AsyncIterable<Record<string, unknown>>,
  { model, schema, gazetteer, signal, onNotice, onProgress }: ImportSourcesOptions,
): Promise<Registry> {
  const registry = await createRegistry({
    storage,
    model,
    ...defined({ schema }),
    gazetteer,
    // Evaluations of sets of different sizes compare at one version: the shipped table.
    termFrequencies: 'manual',
    yield: async () => void (await setImmediate()),
  })
  let rejections = 0
  const report = await registry.import(records, {
    ...defined({ signal, onProgress }),
    onOutcome: (outcome) => {
      if (outcome.outcome !== 'rejected' || ++rejections > NOTICES_SHOWN) return
      onNotice(`Record ${outcome.index + 1}: ${outcome.rejection.message}`)
    },
  })
  if (report.rejected > 0) onNotice(`${report.rejected} of ${report.read} records were rejected.`)
  if (report.superseded > 0) onNotice(`${report.superseded} records repeat a code; the last one counts.`)
  return registry
}

/**
 * Reads feeds and reports lines that could not be read: the first few lines one by one, then the number of further
 * lines.
 */
export async function* readSourcesWithNotices(
  files: readonly string[],
  options: Pick<ImportSourcesOptions, 'where' | 'hidden' | 'hiddenIn' | 'schema' | 'signal' | 'onNotice'>,
  seen: Set<string>,
): AsyncGenerator<Record<string, unknown>, void> {
  let unreadable = 0
  yield* readSources(
    files,
    {
      ...options,
      onUnreadable: (file, line, message) => {
        if (++unreadable <= NOTICES_SHOWN) options.onNotice(`${file}:${line}: ${message}`)
      },
    },
    seen,
  )
  if (unreadable > 0) options.onNotice(`${unreadable} lines of the feeds cannot be read and are skipped.`)
}
