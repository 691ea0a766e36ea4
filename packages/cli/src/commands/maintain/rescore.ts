import { DEFAULT_MODEL, type ScoringModel } from '@utpid/core/scoring'
import { type Command, InvalidArgumentError } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { readModel } from '../../model/read-model.ts'
import { EXAMPLES, MAX_EXAMPLES, rescoreRegistry } from './rescore-registry.ts'

interface RescoreFlags extends DataFlags, JsonFlags {
  readonly model?: string
  readonly epoch?: number | 'next'
  readonly dryRun?: boolean
  readonly restart?: boolean
  readonly examples: number
}

/** Value of `--model` for the model that is shipped with utpid. */
const SHIPPED = 'shipped'

export function addRescoreCommand(program: Command, io: Io): void {
  const command = program
    .command('rescore')
    .description('Score all pairs again with another model or term-frequency version, and switch the registry to it.')
    .option('--model <file>', `the model as JSON, or "${SHIPPED}" (default: the registry’s model)`)
    .option(
      '--epoch <epoch>',
      'term-frequency version: "next" counts the words of the registry now, 0 is the shipped table (default: unchanged)',
      tfVersionOption,
    )
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--restart', 'start again instead of resuming an interrupted run')
    .option('--examples <number>', 'examples of each kind of change', wholeNumber(0, MAX_EXAMPLES), EXAMPLES)
  addCommonOptions(command).action(async ({ model: named, ...flags }: RescoreFlags) => {
    // Before the registry is opened, so that a wrong file fails immediately.
    const model = await modelOf(named)
    await rescoreRegistry({ ...flags, ...(model === undefined ? {} : { model }) }, io)
  })
}

async function modelOf(model: string | undefined): Promise<ScoringModel | undefined> {
  if (model === undefined) return undefined
  return model === SHIPPED ? DEFAULT_MODEL : await readModel(model)
}

function tfVersionOption(text: string): number | 'next' {
  if (text === 'next') return text
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be "next", 0 or the number of an existing term-frequency version.')
}
