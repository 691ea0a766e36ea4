import { type Registry, RegistryError } from '@utpid/core'
import { type CrosswalkLayout, wideCrosswalk } from '@utpid/core/operations'
import { addCounts, type JobHandler } from '../job-handler.ts'
import { ITEMS_PER_PART } from '../part-writer.ts'

/** Options of an export job. */
export interface ExportJobOptions {
  /** `registry`: the whole registry, for restoring; `crosswalk`: every supplier code with its UTPID. */
  readonly format: 'registry' | 'crosswalk'
  /** The layout of a crosswalk. Default: `long`. */
  readonly layout?: CrosswalkLayout
}

/**
 * Exports the registry as rows, which are lines of NDJSON or CSV. An export reads the registry in one consistent pass.
 * If its worker dies, the export starts again. Create its job with `resultsAtEnd`.
 */
export function exportHandler(registry: Registry): JobHandler {
  return {
    kind: 'export',
    async run(run) {
      const { format, layout } = run.job.options as Partial<ExportJobOptions>
      if (format !== 'registry' && format !== 'crosswalk') {
        throw new RegistryError('validation_failed', 'options.format must be "registry" or "crosswalk".')
      }
      if (run.job.progress.partsDone > 0) await run.restart()
      let rows: unknown[] = []
      const keep = async (): Promise<void> => {
        await run.commit({ rows, counts: addCounts(run.job.progress.counts, { processed: rows.length }) })
        rows = []
      }
      const source: AsyncIterable<unknown> =
        format === 'registry' ? registry.export({ signal: run.signal }) : crosswalkRows(registry, layout, run.signal)
      for await (const row of source) {
        rows.push(row)
        if (rows.length >= ITEMS_PER_PART) await keep()
      }
      if (rows.length > 0) await keep()
    },
  }
}

function crosswalkRows(
  registry: Registry,
  layout: CrosswalkLayout | undefined,
  signal: AbortSignal,
): AsyncIterable<unknown> {
  const rows = registry.crosswalk({ signal })
  return layout === 'wide' ? wideCrosswalk(rows) : rows
}
