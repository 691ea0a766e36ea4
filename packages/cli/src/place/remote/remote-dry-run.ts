import type { Client } from '@utpid/client'
import type { DryRun, DryRunOptions, DryRunReport } from '@utpid/core/operations'
import { usageError } from '../../errors/cli-error.ts'
import { withLocalErrors } from './remote-error.ts'
import { runRemotely } from './remote-import.ts'

/** The parts of a report that only a dry run has. */
const NO_EXAMPLES: Pick<DryRunReport, 'estimates' | 'examples' | 'rejections' | 'repairs' | 'newSuppliers'> = {
  estimates: [],
  examples: {
    linked: [],
    created: [],
    alerted: [],
    updated: [],
    unchanged: [],
    suppressed: [],
    superseded: [],
    removed: [],
    absent: [],
    kept: [],
  },
  rejections: [],
  repairs: [],
  newSuppliers: [],
}

/** Starts a dry run, of which each import is a job of the service. Such a job does not see the earlier imports. */
export async function dryRunRemotely(
  client: Client,
  address: string,
  { maxRecords }: DryRunOptions = {},
): Promise<DryRun> {
  if (maxRecords !== undefined) {
    throw usageError('--dry-run-records cannot be used with --remote: the service sets the memory of a dry run.')
  }
  let imports = 0
  return {
    async import(source, options = {}) {
      const { report, dryRun } = await withLocalErrors(address, () =>
        runRemotely(client, source, options, { dryRun: true }),
      )
      const { outcome: _, ...details } = dryRun ?? { outcome: 'dry_run' }
      const { estimates, ...others } = { ...NO_EXAMPLES, ...(details as Partial<DryRunReport>) }
      imports++
      return { ...report, ...others, estimates: imports > 1 ? [...estimates, 'files_apart'] : estimates }
    },
    // The name and the priority of a supplier do not change the outcomes of records.
    async setSupplier({ id, name = id, priority = 0 }) {
      return { id, name, priority, since: new Date().toISOString() }
    },
  }
}
