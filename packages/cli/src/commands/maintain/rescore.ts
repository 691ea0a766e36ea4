import { DEFAULT_MODEL, type ScoringModel } from '@utpid/core'
import { type Command, InvalidArgumentError } from 'commander'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { readModel } from '../../model/read-model.ts'
import { EXAMPLES, EXAMPLES_MOST, rescoreRegistry } from './rescore-registry.ts'

interface RescoreFlags extends DataFlags, JsonFlags {
  readonly model?: string
  readonly epoch?: number | 'next'
  readonly dryRun?: boolean
  readonly restart?: boolean
  readonly examples: number
}

/** Of `--model`: the model that this version of utpid brings along, instead of a file. */
const SHIPPED = 'shipped'

export function addRescoreCommand(program: Command, io: Io): void {
  const command = program
    .command('rescore')
    .description('Score all pairs anew, by another model or epoch, and move the registry over.')
    .option('--model <file>', `the model as JSON, or "${SHIPPED}"; the registry’s own unless given`)
    .option(
      '--epoch <epoch>',
      'how much words tell: "next" counts those of the registry now, 0 is the shipped table; as it is unless given',
      epochOption,
    )
    .option('--dry-run', 'say what would change, and change nothing')
    .option('--restart', 'begin anew where an interrupted one could go on')
    .option('--examples <number>', 'examples of each kind of change', wholeNumber(0, EXAMPLES_MOST), EXAMPLES)
  addCommonOptions(command).action(async ({ model: named, ...flags }: RescoreFlags) => {
    // Before the registry is opened, so that a wrong file is told at once.
    const model = await modelOf(named)
    await rescoreRegistry({ ...flags, ...(model === undefined ? {} : { model }) }, io)
  })
}

async function modelOf(model: string | undefined): Promise<ScoringModel | undefined> {
  if (model === undefined) return undefined
  return model === SHIPPED ? DEFAULT_MODEL : await readModel(model)
}

function epochOption(text: string): number | 'next' {
  if (text === 'next') return text
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be "next", 0 or the number of an epoch that was taken.')
}
