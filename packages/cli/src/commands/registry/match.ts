import { LIMITS } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { type Command, command } from '../../command/command.ts'
import { decimal, flag, integer, optional } from '../../command/option.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { isJsonText, QUERY_OPTIONS, readQuery } from '../../matching/match-query.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { matchText } from '../../render/match-text.ts'

export const matchCommand: Command = command({
  name: 'match',
  about: 'Find the product that a description matches; writes nothing.',
  on: 'place',
  arguments: {
    input: optional('a record as JSON text, a file with one record, or "-"; options override its fields'),
  },
  options: {
    ...QUERY_OPTIONS,
    explain: flag('show the result of each comparison'),
    limit: integer('n', 'maximum products in the answer (default: 5)', 1, LIMITS.matchesPerResult),
    minConfidence: decimal('c', 'minimum confidence of products, 0 to 1 (default: the review threshold)', 0, 1),
  },
  async run({ place, rules, io, signal, given: { input: source, explain = false, limit, minConfidence, ...fields } }) {
    const input = await readQuery(io, source, fields)
    await using registry = await openRegistry(place, { create: false, rules })
    const result = await registry.match(input, {
      signal,
      explain,
      ...defined({ limit, minConfidence }),
    })
    if (result.error === undefined) return result
    const isTyped = source === undefined || isJsonText(source)
    throw new CliError(isTyped ? EXIT.usage : EXIT.input, result.error.message)
  },
  text: matchText,
})
