import { createHash } from 'node:crypto'
import { type Registry, RegistryError } from '@utpid/core'

/** Queries to a registry. Together they read every row. */
export interface RegistryQueries {
  readonly utpids: readonly string[]
  readonly codes: readonly { readonly supplier: string; readonly code: string }[]
  readonly aliases: readonly string[]
  readonly inputs: readonly object[]
}

/** Hashes of the answers' JSON; for an error, `!CODE MESSAGE`. */
export type Answers = Record<string, string>

const PAIRS = 40

/** Runs each query separately, so that a failed query does not stop the others. */
export async function answersOf(
  registry: Registry,
  { utpids, codes, aliases, inputs }: RegistryQueries,
): Promise<Answers> {
  const answers: Answers = {}
  const ask = async (name: string, read: () => Promise<unknown>): Promise<void> => {
    answers[name] = await read().then(hashOf, errorText)
  }
  for (const utpid of utpids) {
    await ask(`get ${utpid}`, () => registry.get(utpid))
    await ask(`lineage ${utpid}`, () => registry.lineage(utpid))
    await ask(`history ${utpid}`, () => registry.history(utpid))
    await ask(`duplicates ${utpid}`, () => registry.duplicates(utpid, { status: 'all' }))
  }
  for (const code of codes) await ask(`locate ${code.supplier} ${code.code}`, () => registry.locate(code))
  for (const alias of aliases) await ask(`locate ${alias}`, () => registry.locate({ utpid: alias }))
  for (const [at, input] of inputs.entries()) await ask(`match ${at}`, () => registry.match(input, { explain: true }))
  for (let at = 0; at < PAIRS; at++) {
    const [a, b] = [codes[at * 3], codes[at * 3 + 1]]
    if (a !== undefined && b !== undefined) await ask(`whyNot ${at}`, () => registry.explainNonMatch(a, b))
  }
  await ask('alerts', () => registry.alerts({ status: 'all', limit: 1_000 }))
  await ask('crosswalk', async () => await all(registry.crosswalk()))
  await ask('events', () => registry.events())
  await ask('stats', async () => ({ ...(await registry.stats()), generatedAt: '' }))
  await ask('suppliers', () => registry.suppliers())
  await ask('search', () => registry.search('hotel', { limit: 50 }))
  return answers
}

/** Returns a hash of an export's rows. It does not depend on their order, nor on the time and source of the export. */
export async function exportHash(lines: AsyncIterable<unknown> | Iterable<unknown>): Promise<string> {
  const rows: string[] = []
  for await (const line of lines) {
    const { checksum: _, ...row } = (typeof line === 'string' ? JSON.parse(line) : line) as Record<string, unknown>
    if (row.kind !== 'utpid-export' && row.kind !== 'end') rows.push(JSON.stringify(row))
  }
  return hashOf(rows.sort())
}

async function all<T>(given: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of given) found.push(each)
  return found
}

function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? 'undefined')
    .digest('hex')
    .slice(0, 16)
}

function errorText(error: unknown): string {
  return error instanceof RegistryError ? `!${error.code} ${error.message}` : `!fault ${String(error)}`
}
