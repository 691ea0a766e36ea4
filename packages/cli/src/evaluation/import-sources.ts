import { setImmediate } from 'node:timers/promises'
import {
  createRegistry,
  type Gazetteer,
  type ImportCounts,
  type Registry,
  type ScoringModel,
  type Storage,
} from '@utpid/core'
import { NOTICES_SHOWN } from './read-labels.ts'
import { type ReadSourcesOptions, readSources } from './read-sources.ts'

export interface ImportSourcesOptions extends Omit<ReadSourcesOptions, 'onUnreadable'> {
  readonly model: ScoringModel
  readonly gazetteer: Gazetteer
  readonly onProgress?: (counts: ImportCounts) => void
  /** Told what could not be used, one sentence each. */
  readonly onNotice: (sentence: string) => void
}

/**
 * Imports records of feeds and tells what could not be used.
 *
 * @returns the registry they are in. It need not be closed: that would close the storage, which is read afterwards and
 *   holds nothing but memory.
 */
export async function importSources(
  storage: Storage,
  records: AsyncIterable<Record<string, unknown>>,
  { model, gazetteer, signal, onNotice, onProgress }: ImportSourcesOptions,
): Promise<Registry> {
  const registry = await createRegistry({ storage, model, gazetteer, yield: async () => void (await setImmediate()) })
  let rejections = 0
  const report = await registry.import(records, {
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
    onOutcome: (outcome) => {
      if (outcome.outcome !== 'rejected' || ++rejections > NOTICES_SHOWN) return
      onNotice(`Record ${outcome.index + 1}: ${outcome.rejection.message}`)
    },
  })
  if (report.rejected > 0) onNotice(`${report.rejected} of ${report.read} records were rejected.`)
  if (report.superseded > 0) onNotice(`${report.superseded} records came again with the same code; the later counts.`)
  return registry
}

/** Reads feeds and tells which lines could not be read: the first few one by one, then how many. */
export async function* readSourcesAloud(
  files: readonly string[],
  options: Pick<ImportSourcesOptions, 'where' | 'hidden' | 'hiddenIn' | 'signal' | 'onNotice'>,
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
  if (unreadable > 0) options.onNotice(`${unreadable} lines of the feeds cannot be read and are left out.`)
}
