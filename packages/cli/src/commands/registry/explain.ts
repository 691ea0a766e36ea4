import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, RegistryError } from '@utpid/core'
import type { PairRef } from '@utpid/core/operations'
import { loadGazetteer } from '@utpid/gazetteer'
import { checkFiles, isFilePath, looksLikeFile } from '../../arguments/check-files.ts'
import { locateArgument } from '../../arguments/locate-argument.ts'
import { checkOutput } from '../../command/check-output.ts'
import { type Call, type Command, command } from '../../command/command.ts'
import { one, text } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import { explainPage } from '../../explain/explain-page.ts'
import { explainText } from '../../explain/explain-text.ts'
import type { ExplainedPair } from '../../explain/explained-pair.ts'
import { AtomicFile } from '../../io/atomic-file.ts'
import type { Io } from '../../io/io.ts'
import { isJsonText, readOne } from '../../matching/match-query.ts'
import { holdsRegistry, openRegistry } from '../../place/open-registry.ts'

/** Explains why two records or products are one product, or why not. */
export const explainCommand: Command = command({
  name: 'explain',
  about: 'Explain why two are one product, or why not: their comparisons, and what links or separates them.',
  on: 'place',
  arguments: {
    a: one(
      'a UTPID, an identifier of an earlier scheme, supplier:code, a record as JSON text, a file with one record, or "-"',
    ),
    b: one('the other one'),
  },
  options: { html: text('file', 'also write the explanation as an HTML page') },
  async run(call) {
    const { io, signal, place } = call
    const { a, b, html } = call.given
    if (a === '-' && b === '-')
      throw usageError('Standard input has one record only; give the other one in another way.')
    if (html !== undefined) {
      checkOutput({ option: '--html', path: html, inputs: [a, b].filter(isFilePath), data: place })
    }
    const fileNames = [a, b].filter((name) => looksLikeFile(name) && !isJsonText(name) && !isFilePath(name))
    // Only a registry can resolve a name that is not a file: the name may be an alias.
    if (!holdsRegistry(place)) checkFiles(fileNames)
    const given: readonly [PairRef, PairRef] = [await recordOrText(io, a), await recordOrText(io, b)]
    await using registry = await registryFor(given, call)
    for (const name of fileNames) if (!(await isAlias(registry, name))) checkFiles([name])
    const side = [await sideOf(registry, given[0], signal), await sideOf(registry, given[1], signal)] as const
    const why = await registry.explainMatch(...side, { signal })
    const reasons = why.together ? [] : (await registry.explainNonMatch(...side, { signal })).reasons
    const explained: ExplainedPair = { ...why, reasons }
    if (html !== undefined) {
      const file = await AtomicFile.create(html)
      await file.write(explainPage(explained))
      await file.finish()
      await io.stderr.line(`Written to ${html}.`)
    }
    return explained
  },
  text: (explained, { io }) => explainText(explained, io.stdout.columns),
})

/** Two complete records need no registry: the shipped model compares them. */
async function registryFor(side: readonly [PairRef, PairRef], { place, rules, isNamed, io }: Call): Promise<Registry> {
  if (!side.every(isCompleteRecord) || isNamed || holdsRegistry(place))
    return openRegistry(place, { create: false, rules })
  await io.stderr.line(`There is no registry in ${place}: the shipped model is used.`)
  return createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer(), ...rules })
}

async function isAlias(registry: Registry, text: string): Promise<boolean> {
  try {
    return (await registry.locate({ utpid: text })) !== undefined
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'validation_failed') return false
    throw error
  }
}

/** Returns whether a side is a complete record, not just a code that a registry must resolve. */
function isCompleteRecord(side: PairRef): boolean {
  if (typeof side !== 'object') return false
  const fields = Object.keys(side)
  return fields.length === 0 || fields.some((field) => field !== 'supplier' && field !== 'code')
}

async function recordOrText(io: Io, text: string): Promise<PairRef> {
  return isJsonText(text) || text === '-' || isFilePath(text) ? ((await readOne(io, text)) as PairRef) : text
}

async function sideOf(registry: Registry, given: PairRef, signal: AbortSignal): Promise<PairRef> {
  if (typeof given !== 'string' || !given.includes(':')) return given
  const { query } = await locateArgument(registry, given, { signal })
  return 'utpid' in query ? query.utpid : query
}
