import { availableParallelism } from 'node:os'
import { type Command, command } from '../../command/command.ts'
import { flag, integer } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import { isFile, openRegistry, READ_ALL_OPTIONS } from '../../place/open-registry.ts'
import { isRemote } from '../../place/remote/remote-place.ts'
import { isAddress, shownPlace } from '../../place/storage-place.ts'
import { inPhases } from '../../progress/phase-bars.ts'
import { reclusterText } from '../../render/recluster-text.ts'
import { EXAMPLES_OPTION } from './rescore.ts'

const MAX_WORKERS = 64
const PHASE_NAMES = { compare: 'Compared', group: 'Clustered' } as const

export const regroupCommand: Command = command({
  name: 'regroup',
  about: "Compare all records again and recluster them, with the registry's model and term-frequency version.",
  on: 'place',
  options: {
    all: flag('the whole registry; required, since it takes long'),
    dryRun: flag('show what would change, and change nothing'),
    examples: EXAMPLES_OPTION,
    workers: integer('n', 'threads for comparison, for a folder (default: available processors)', 1, MAX_WORKERS),
  },
  async run({ place, io, signal, given }) {
    const { all, dryRun = false, examples, workers = availableParallelism() } = given
    if (all !== true) {
      throw usageError(
        'Add --all to confirm: this command compares the whole registry again. Imports update clusters automatically.',
      )
    }
    if (!dryRun && !isRemote(place) && !isAddress(place) && isFile(place)) {
      throw usageError(`${shownPlace(place)} is read-only: use --dry-run, or the folder of a registry.`)
    }
    const opening = { ...READ_ALL_OPTIONS, notes: io.stderr, reclusterWorkers: workers }
    await using registry = await openRegistry(place, opening)
    return await inPhases(io, PHASE_NAMES, (onProgress) => registry.regroup({ dryRun, examples, signal, onProgress }))
  },
  text: reclusterText,
})
