import { DEFAULT_MODEL, type ScoringModel } from '@utpid/core/scoring'
import { InvalidArgumentError } from 'commander'
import { type Command, command } from '../../command/command.ts'
import { byDefault, flag, integer, type PresentOption, parsed, text } from '../../command/option.ts'
import { readModel } from '../../model/read-model.ts'
import { openRegistry, READ_ALL_OPTIONS } from '../../place/open-registry.ts'
import { inPhases } from '../../progress/phase-bars.ts'
import { rescoreText } from '../../render/rescore-text.ts'

const EXAMPLES = 3
const MAX_EXAMPLES = 10_000
const PHASE_NAMES = { records: 'Scores', groups: 'Products', switch: 'Switch' } as const
/** Value of `--model` for the model that is shipped with utpid. */
const SHIPPED = 'shipped'

/** The option `--examples` of commands that report changes by kind. */
export const EXAMPLES_OPTION: PresentOption<number> = byDefault(
  integer('number', 'examples of each kind of change', 0, MAX_EXAMPLES),
  EXAMPLES,
)

export const rescoreCommand: Command = command({
  name: 'rescore',
  about: 'Score all pairs again with another model or term-frequency version, and switch the registry to it.',
  on: 'place',
  options: {
    model: text('file', `the model as JSON, or "${SHIPPED}" (default: the registry’s model)`),
    epoch: parsed(
      'epoch',
      'term-frequency version: "next" counts the words of the registry now, 0 is the shipped table (default: unchanged)',
      tfVersionOption,
    ),
    dryRun: flag('show what would change, and change nothing'),
    restart: flag('start again instead of resuming an interrupted run'),
    examples: EXAMPLES_OPTION,
  },
  async run({ place, io, signal, given: { model: named, ...options } }) {
    // Before the registry is opened, so that a wrong file fails immediately.
    const model = await modelOf(named)
    await using registry = await openRegistry(place, { ...READ_ALL_OPTIONS, outdated: 'open' })
    return await inPhases(io, PHASE_NAMES, (onProgress) =>
      registry.rescore({ ...options, ...(model && { model }), signal, onProgress }),
    )
  },
  text: rescoreText,
})

async function modelOf(model: string | undefined): Promise<ScoringModel | undefined> {
  if (model === undefined) return undefined
  return model === SHIPPED ? DEFAULT_MODEL : await readModel(model)
}

function tfVersionOption(text: string): number | 'next' {
  if (text === 'next') return text
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be "next", 0 or the number of an existing term-frequency version.')
}
