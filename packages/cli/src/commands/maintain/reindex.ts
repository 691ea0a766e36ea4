import type { ReindexReport } from '@utpid/core/operations'
import { type Command, command } from '../../command/command.ts'
import { flag } from '../../command/option.ts'
import { openRegistry, READ_ALL_OPTIONS } from '../../place/open-registry.ts'
import { inPhases } from '../../progress/phase-bars.ts'
import { counted, durationText } from '../../text/number-text.ts'

const PHASE_NAMES = { records: 'Keys and features', groups: 'Products', switch: 'Switch' } as const

export const reindexCommand: Command = command({
  name: 'reindex',
  about: 'Rebuild keys, features and search terms after an upgrade of utpid that changes them.',
  on: 'place',
  options: {
    force: flag('also if the index version is current'),
    restart: flag('start again instead of resuming an interrupted run'),
  },
  async run({ place, io, signal, given }) {
    await using registry = await openRegistry(place, { ...READ_ALL_OPTIONS, outdated: 'open' })
    return await inPhases(io, PHASE_NAMES, (onProgress) => registry.reindex({ ...given, signal, onProgress }))
  },
  text: reportText,
})

function reportText(report: ReindexReport & { readonly seconds: number }): string {
  const { outcome, from, to, records, changedProducts, mergedProducts, seconds } = report
  if (outcome === 'current') {
    return `Nothing to do: the index version ${to} is current. To rebuild anyway, use --force.\n`
  }
  const version = from === to ? `index version ${to}` : `index version ${from} to ${to}`
  return `Reindexed ${counted(records, 'record')}, ${version}, in ${durationText(seconds)}: ${counted(changedProducts, 'product')} changed, ${counted(mergedProducts, 'product')} merged.\n`
}
