import { existsSync, statSync } from 'node:fs'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, RegistryError } from '@utpid/core'
import type { PairRef } from '@utpid/core/operations'
import { loadGazetteer } from '@utpid/gazetteer'
import type { Command } from 'commander'
import { checkFiles, looksLikeFile } from '../../arguments/check-files.ts'
import { supplierCodeIn } from '../../arguments/parse-supplier-code.ts'
import { checkOutput } from '../../command/check-output.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import { explainPage } from '../../explain/explain-page.ts'
import { explainText } from '../../explain/explain-text.ts'
import type { ExplainedPair } from '../../explain/explained-pair.ts'
import { AtomicFile } from '../../io/atomic-file.ts'
import type { Io } from '../../io/io.ts'
import { isJsonText, readOne } from '../../matching/match-query.ts'
import { holdsRegistry, openRegistry } from '../../place/open-registry.ts'

interface ExplainFlags extends DataFlags, JsonFlags {
  readonly html?: string
}

/** `utpid explain`: explains why two records or products are one product, or why not. */
export function addExplainCommand(program: Command, io: Io): void {
  const command = program
    .command('explain')
    .description('Explain why two are one product, or why not: their comparisons, and what links or separates them.')
    .argument('<a>', 'a UTPID, supplier:code, a record as JSON text, a file with one record, or "-"')
    .argument('<b>', 'the other one')
    .option('--html <file>', 'also write the explanation as an HTML page')
  addCommonOptions(command).action((a: string, b: string, flags: ExplainFlags) =>
    explain(a, b, flags, io, command.getOptionValueSource('data') === 'default'),
  )
}

async function explain(a: string, b: string, flags: ExplainFlags, io: Io, isDefaultData: boolean): Promise<void> {
  if (a === '-' && b === '-')
    throw new CliError(EXIT.usage, 'Standard input has one record only; give the other one in another way.')
  if (flags.html !== undefined) {
    checkOutput({ option: '--html', path: flags.html, inputs: [a, b].filter(isFile), data: flags.data })
  }
  const fileNames = [a, b].filter((text) => looksLikeFile(text) && !isJsonText(text) && !isFile(text))
  // Only a registry can resolve a name that is not a file: the name may be an alias.
  if (!holdsRegistry(flags.data)) checkFiles(fileNames)
  const side: readonly [PairRef, PairRef] = [await sideOf(io, a), await sideOf(io, b)]
  await using registry = await registryFor(side, flags, io, isDefaultData)
  const options = { signal: io.signal }
  for (const name of fileNames) if (!(await isAlias(registry, name))) checkFiles([name])
  const why = await registry.why(...side, options)
  const reasons = why.together ? [] : (await registry.whyNot(...side, options)).reasons
  const explained: ExplainedPair = { ...why, reasons }
  if (flags.html !== undefined) {
    const file = await AtomicFile.create(flags.html)
    await file.write(explainPage(explained))
    await file.finish()
    await io.stderr.line(`Written to ${flags.html}.`)
  }
  if (flags.json === true) await io.stdout.json(explained)
  else await io.stdout.write(explainText(explained, io.stdout.columns))
}

/** Two complete records need no registry: the shipped model compares them. */
async function registryFor(
  side: readonly [PairRef, PairRef],
  { data }: DataFlags,
  io: Io,
  isDefaultData: boolean,
): Promise<Registry> {
  if (!side.every(isCompleteRecord) || !isDefaultData || holdsRegistry(data))
    return openRegistry(data, { create: false })
  await io.stderr.line(`There is no registry in ${data}: the shipped model is used.`)
  return createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
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

async function sideOf(io: Io, text: string): Promise<PairRef> {
  if (isJsonText(text) || text === '-' || isFile(text)) return (await readOne(io, text)) as PairRef
  return supplierCodeIn(text) ?? text
}

function isFile(text: string): boolean {
  return existsSync(text) && statSync(text).isFile()
}
