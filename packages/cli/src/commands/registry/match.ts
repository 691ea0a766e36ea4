import { LIMITS } from '@utpid/core'
import type { Command } from 'commander'
import {
  addCommonOptions,
  type DataFlags,
  decimalNumber,
  type JsonFlags,
  wholeNumber,
} from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { addQueryOptions, isJsonText, type QueryFlags, readQuery } from '../../matching/match-query.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { matchText } from '../../render/match-text.ts'

interface MatchFlags extends DataFlags, JsonFlags, QueryFlags {
  readonly explain?: boolean
  readonly limit?: number
  readonly minConfidence?: number
}

export function addMatchCommand(program: Command, io: Io): void {
  const command = program
    .command('match')
    .description('Find the product that a description matches; writes nothing.')
    .argument('[input]', 'a record as JSON text, a file with one record, or "-"; options override its fields')
  addQueryOptions(command)
    .option('--explain', 'show the result of each comparison')
    .option('--limit <n>', 'maximum products in the answer (default: 5)', wholeNumber(1, LIMITS.matchesPerResult))
    .option(
      '--min-confidence <c>',
      'minimum confidence of products, 0 to 1 (default: the review threshold)',
      decimalNumber(0, 1),
    )
  addCommonOptions(command).action((input: string | undefined, flags: MatchFlags) => match(input, flags, io))
}

async function match(source: string | undefined, flags: MatchFlags, io: Io): Promise<void> {
  const input = await readQuery(io, source, flags)
  await using registry = await openRegistry(flags.data, { create: false })
  const { explain, limit, minConfidence } = flags
  const result = await registry.match(input, {
    signal: io.signal,
    ...(explain === undefined ? {} : { explain }),
    ...(limit === undefined ? {} : { limit }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
  })
  if (result.error !== undefined) {
    const isTyped = source === undefined || isJsonText(source)
    throw new CliError(isTyped ? EXIT.usage : EXIT.input, result.error.message)
  }
  if (flags.json === true) await io.stdout.json(result)
  else await io.stdout.write(matchText(result))
}
