import { availableParallelism } from 'node:os'
import type { RegistrySchema } from '@utpid/core'
import type { ReindexReport, RescoreOptions } from '@utpid/core/operations'
import { DEFAULT_MODEL, type ScoringModel } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import { type Command, command } from '../../command/command.ts'
import { byDefault, flag, integer, text } from '../../command/option.ts'
import { TF_VERSION } from '../../command/tf-version.ts'
import { usageError } from '../../errors/cli-error.ts'
import { readModel } from '../../model/read-model.ts'
import { isFile, openRegistry, READ_ALL_OPTIONS } from '../../place/open-registry.ts'
import type { RegistryRules } from '../../place/registry-rules.ts'
import { isRemote } from '../../place/remote/remote-place.ts'
import { isAddress, shownPlace } from '../../place/storage-place.ts'
import { inPhases } from '../../progress/phase-bars.ts'
import { reclusterText } from '../../render/recluster-text.ts'
import { rescoreText } from '../../render/rescore-text.ts'
import { counted, durationText } from '../../text/number-text.ts'

const MAX_WORKERS = 64
const EXAMPLES = 3
const MAX_EXAMPLES = 10_000
/** Value of `--model` for the model that is shipped with utpid. */
const SHIPPED = 'shipped'

const REINDEX_PHASES = { records: 'Keys and features', clusters: 'Products', swap: 'Swap' } as const
const RESCORE_PHASES = { records: 'Scores', clusters: 'Products', swap: 'Swap' } as const
const RECLUSTER_PHASES = { compare: 'Compared', cluster: 'Clustered' } as const

const examples = byDefault(integer('number', 'examples of each kind of change', 0, MAX_EXAMPLES), EXAMPLES)

/** Commands that rebuild derived data of a whole registry. */
export const REBUILDS: readonly Command[] = [
  command({
    name: 'reindex',
    about: 'Rebuild keys, features and search terms after an upgrade of utpid that changes them.',
    on: 'place',
    options: {
      force: flag('also if the index version is current'),
      restart: flag('start again instead of resuming an interrupted run'),
    },
    async run({ place, rules, io, signal, given }) {
      await using registry = await openRegistry(place, { ...READ_ALL_OPTIONS, outdated: 'open', rules })
      return await inPhases(io, REINDEX_PHASES, (onProgress) => registry.reindex({ ...given, signal, onProgress }))
    },
    text: reportText,
  }),
  command({
    name: 'rescore',
    about: 'Score all pairs again with another model or term-frequency version, and switch the registry to it.',
    on: 'place',
    options: {
      model: text('file', `the model as JSON, or "${SHIPPED}" (default: the registry’s model)`),
      tfVersion: TF_VERSION,
      tfFrom: text('place', 'another registry, to score with the words that it has counted'),
      dryRun: flag('show what would change, and change nothing'),
      restart: flag('start again instead of resuming an interrupted run'),
      examples,
    },
    async run({ place, rules, io, signal, given: { model: named, tfFrom, ...options } }) {
      if (tfFrom !== undefined && options.tfVersion !== undefined) {
        throw usageError('--tf-from and --tf-version name two versions: use one of them.')
      }
      // Before the registry is opened, so that a wrong file fails immediately.
      const model = await modelOf(named, rules.schema)
      const tfVersion = tfFrom === undefined ? options.tfVersion : await wordsOf(tfFrom, rules)
      await using registry = await openRegistry(place, { ...READ_ALL_OPTIONS, outdated: 'open', rules })
      return await inPhases(io, RESCORE_PHASES, (onProgress) =>
        registry.rescore({ ...options, ...defined({ model, tfVersion }), signal, onProgress }),
      )
    },
    text: rescoreText,
  }),
  command({
    name: 'recluster',
    about: "Compare all records again and recluster them, with the registry's model and term-frequency version.",
    on: 'place',
    options: {
      all: flag('the whole registry; required, since it takes long'),
      dryRun: flag('show what would change, and change nothing'),
      examples,
      workers: integer('n', 'threads for comparison, for a folder (default: available processors)', 1, MAX_WORKERS),
    },
    async run({ place, rules, io, signal, given }) {
      const { all, dryRun = false, workers = availableParallelism() } = given
      if (all !== true) {
        throw usageError(
          'Add --all to confirm: this command compares the whole registry again. Imports update clusters automatically.',
        )
      }
      if (!dryRun && !isRemote(place) && !isAddress(place) && isFile(place)) {
        throw usageError(`${shownPlace(place)} is read-only: use --dry-run, or the folder of a registry.`)
      }
      const opening = { ...READ_ALL_OPTIONS, notes: io.stderr, reclusterWorkers: workers, rules }
      await using registry = await openRegistry(place, opening)
      return await inPhases(io, RECLUSTER_PHASES, (onProgress) =>
        registry.recluster({ dryRun, examples: given.examples, signal, onProgress }),
      )
    },
    text: reclusterText,
  }),
]

function reportText(report: ReindexReport & { readonly seconds: number }): string {
  const { outcome, from, to, records, changedProducts, mergedProducts, seconds } = report
  if (outcome === 'current') {
    return `Nothing to do: the index version ${to} is current. To rebuild anyway, use --force.\n`
  }
  const version = from === to ? `index version ${to}` : `index version ${from} to ${to}`
  return `Reindexed ${counted(records, 'record')}, ${version}, in ${durationText(seconds)}: ${counted(changedProducts, 'product')} changed, ${counted(mergedProducts, 'product')} merged.\n`
}

/** Returns the words that another registry has counted; 0 if it uses the shipped table. */
async function wordsOf(place: string, rules: RegistryRules): Promise<NonNullable<RescoreOptions['tfVersion']>> {
  await using other = await openRegistry(place, { create: false, outdated: 'open', rules })
  return (await other.termFrequencies()) ?? 0
}

async function modelOf(
  model: string | undefined,
  schema: RegistrySchema | undefined,
): Promise<ScoringModel | undefined> {
  if (model === undefined) return undefined
  return model === SHIPPED ? DEFAULT_MODEL : await readModel(model, schema)
}
