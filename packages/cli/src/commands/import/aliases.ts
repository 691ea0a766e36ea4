import type { Alias } from '@utpid/core'
import { LIMITS, parseUtpid, type Registry, RegistryError } from '@utpid/core'
import { checkFiles } from '../../arguments/check-files.ts'
import { unknownId } from '../../arguments/known-supplier.ts'
import { type Call, type Command, command } from '../../command/command.ts'
import { one } from '../../command/option.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { type AliasLine, readAliases } from '../../import/read-aliases.ts'
import type { Io } from '../../io/io.ts'
import { openRegistry } from '../../place/open-registry.ts'
import { shownPlace } from '../../place/storage-place.ts'
import { counted, whole } from '../../text/number-text.ts'
import { printable } from '../../text/printable.ts'

/** Maximum lines shown one by one; further lines are only counted. */
const ERRORS_SHOWN = 20

interface AliasError {
  readonly line: number
  readonly error: string
}

export const aliasesCommand: Command = command({
  name: 'aliases',
  about: 'Add identifiers of an earlier scheme as aliases of products, or list the aliases of a product.',
  on: 'place',
  arguments: {
    source: one(
      'a UTPID to list; or a file with rows of alias and utpid to add, CSV or JSON Lines; "-" is standard input',
    ),
  },
  run: (call) => (parseUtpid(call.given.source) === undefined ? addAliases : listAliases)(call.given.source, call),
})

async function listAliases(utpid: string, { place, rules, io, signal, json }: Call): Promise<void> {
  await using registry = await openRegistry(place, { create: false, rules })
  const lineage = await registry.lineage(utpid, { signal })
  if (lineage === undefined) throw unknownId(shownPlace(place), utpid)
  const { aliases } = lineage
  if (json) return io.stdout.json(aliases)
  for (const { alias } of aliases) await io.stdout.line(printable(alias))
  await io.stderr.line(`${aliases.length === 0 ? 'No alias' : counted(aliases.length, 'alias', 'aliases')}.`)
}

async function addAliases(file: string, { place, rules, io, json }: Call): Promise<void> {
  checkFiles([file])
  await using registry = await openRegistry(place, { create: false, rules })
  const errors: AliasError[] = []
  let added = 0
  let change: number | undefined
  for await (const lines of chunks(readAliases(io, file))) {
    const done = await addChunk(registry, lines, io)
    added += done.added
    change = done.change ?? change
    errors.push(...done.errors)
  }
  await writeErrors(file, errors, io)
  if (json) await io.stdout.json({ file, added, change: change ?? null, errors })
  else await io.stdout.line(`${counted(added, 'alias', 'aliases')} added.`)
  if (errors.length > 0) {
    throw new CliError(
      EXIT.input,
      `${file}: ${counted(errors.length, 'line')} could not be used; fix ${errors.length === 1 ? 'it' : 'them'} and repeat the command: added aliases stay.`,
    )
  }
}

interface AddedChunk {
  readonly added: number
  readonly change: number | undefined
  readonly errors: readonly AliasError[]
}

/**
 * Adds all valid lines in one transaction. If the registry rejects the transaction, adds the lines one by one to find
 * the invalid line.
 */
async function addChunk(registry: Registry, lines: readonly AliasLine[], { signal }: Io): Promise<AddedChunk> {
  const errors: AliasError[] = lines.flatMap((each) => ('error' in each ? [each] : []))
  const valid = lines.filter((each): each is Extract<AliasLine, { alias: Alias }> => 'alias' in each)
  if (valid.length === 0) return { added: 0, change: undefined, errors }
  try {
    const { change } = await registry.addAliases(
      valid.map(({ alias }) => alias),
      { signal },
    )
    return { added: valid.length, change, errors }
  } catch (error) {
    if (!isLineError(error)) throw error
  }
  let added = 0
  let last: number | undefined
  for (const { line, alias } of valid) {
    try {
      last = (await registry.addAliases([alias], { signal })).change
      added += 1
    } catch (error) {
      if (!isLineError(error)) throw error
      errors.push({ line, error: error.message })
    }
  }
  return { added, change: last, errors: errors.sort((a, b) => a.line - b.line) }
}

/** Returns whether an error is about the aliases themselves; any other error concerns the whole file. */
function isLineError(error: unknown): error is RegistryError {
  return (
    error instanceof RegistryError && /^(validation_failed|not_found|product_\w+|judgement_conflict)$/.test(error.code)
  )
}

async function* chunks(lines: AsyncIterable<AliasLine>): AsyncGenerator<AliasLine[], void> {
  let chunk: AliasLine[] = []
  for await (const line of lines) {
    chunk.push(line)
    if (chunk.length < LIMITS.idsPerRead) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

async function writeErrors(file: string, errors: readonly AliasError[], io: Io): Promise<void> {
  for (const { line, error } of errors.slice(0, ERRORS_SHOWN)) {
    await io.stderr.line(printable(`${file}:${line}: ${error}`))
  }
  const more = errors.length - ERRORS_SHOWN
  if (more > 0) await io.stderr.line(`${file}: and ${whole(more)} more.`)
}
