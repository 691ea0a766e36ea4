import { readFileSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { parseScoringModel } from '@utpid/core/scoring'
import { expect, onTestFinished } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { schema } from '../support/schemas/views-schema.ts'
import { servedFolder } from '../support/served-folder.ts'
import { type LabelFiles, NORTH, QUERIES, QUERY, SCHEMA_FILE, SOUTH, viewOf } from './houses.ts'

type Write = (name: string, lines: readonly unknown[]) => string

// biome-ignore lint/suspicious/noExplicitAny: tests check the fields that they read.
type Body = any

/** Runs a command on a place with the schema. */
async function json(place: string, ...args: readonly string[]): Promise<Body> {
  const { code, out, err } = await runCli([...args, '--storage', place, '--schema', SCHEMA_FILE, '--json'])
  expect(code, err).toBe(0)
  return JSON.parse(out)
}

/** Imports two records that only the custom key connects. */
export async function importHouses(place: string, write: Write): Promise<void> {
  for (const [supplier, record] of [
    ['north', NORTH],
    ['south', SOUTH],
  ] as const) {
    await json(place, 'import', write(`${supplier}.jsonl`, [record]), '--supplier', supplier)
  }
}

/** Fails unless a place scores, links and explains by the schema. Every command opens the registry again. */
export async function proveLinked(place: string): Promise<void> {
  const explained = await json(place, 'explain', 'north:N1', 'south:S1')
  expect([explained.together, viewOf(explained.pair)]).toEqual([true, { level: 'same', bits: 40 }])
  const matched = await json(place, 'match', JSON.stringify(QUERY), '--explain')
  expect([matched.decision, viewOf(matched.matches[0].explanation)]).toEqual(['match', { level: 'same', bits: 40 }])
  expect(await json(place, 'explain', 'north:N1', 'south:S1')).toEqual(explained)
  expect(await json(place, 'match', JSON.stringify(QUERY), '--explain')).toEqual(matched)
}

/** Fails unless a model that is trained with the schema scores in a place. */
export async function proveTrained(place: string, { records, pairs }: LabelFiles, out: string): Promise<void> {
  const named = ['--out', out, '--name', 'views-1', '--schema', SCHEMA_FILE]
  const trained = await runCli(['train', '--pairs', pairs, '--records', records, ...named])
  expect(trained.code, trained.err).toBe(0)
  const model = parseScoringModel(JSON.parse(readFileSync(out, 'utf8')), schema)
  const { same, different } = model.profiles.lodging.bits.view ?? {}
  expect([same !== undefined && same > 0, different !== undefined && different < 0]).toEqual([true, true])
  expect(await json(place, 'rescore', '--model', out)).toMatchObject({ outcome: 'rescored', to: { model: 'views-1' } })
  const matched = await json(place, 'match', JSON.stringify(QUERY), '--explain', '--min-confidence', '0')
  expect(viewOf(matched.matches[0].explanation)).toEqual({ level: 'same', bits: same })
}

/** Counts the inputs that threads match, in batches or one by one, from now until the end of the test. */
export function countThreadResults(): () => number {
  let results = 0
  const listen = (worker: Worker): void => {
    worker.on('message', ({ answered }: { answered?: { results?: readonly unknown[]; result?: unknown } }) => {
      results += answered?.results?.length ?? (answered?.result === undefined ? 0 : 1)
    })
  }
  process.on('worker', listen)
  onTestFinished(() => void process.off('worker', listen))
  return () => results
}

/** Serves a place with the schema, and returns how to ask it. */
async function served(place: string, env: Record<string, string>) {
  const settings = { UTPID_READ_WORKERS: '0', UTPID_BATCH_WORKERS: '0', UTPID_DRAIN_SECONDS: '1' }
  const { address, key, stop } = await servedFolder(place, '', { ...settings, UTPID_SCHEMA: SCHEMA_FILE, ...env })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: object): Promise<Body> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return await (await fetch(`${address}${path}`, { method, headers, ...sent })).json()
  }
  return { ask, stop }
}

/** Fails unless a service of a place uses the schema over HTTP. The place must be empty. */
export async function proveServed(place: string, env: Record<string, string> = {}): Promise<void> {
  const { ask } = await served(place, env)
  const { code: north, ...record } = NORTH
  const { code: south, meerblick: seaView, ...other } = SOUTH
  const { utpid } = await ask('PUT', `/registry/supplier/north/code/${north}`, record)
  const linked = await ask('PUT', `/registry/supplier/south/code/${south}`, { ...other, seaView })
  expect(linked).toMatchObject({ outcome: 'linked', utpid })
  const stored = await ask('GET', `/registry/supplier/north/code/${north}`)
  expect(stored.record.seaView).toBe(NORTH.seaView)
  const found = await ask('POST', '/registry/match', { input: QUERY, options: { explain: true } })
  expect(found).toMatchObject({ decision: 'match', matches: [{ utpid }] })
  expect(viewOf(found.matches[0].explanation)).toEqual({ level: 'same', bits: 40 })
  const sides = { a: { supplier: 'north', code: north }, b: { supplier: 'south', code: south } }
  expect(viewOf((await ask('POST', '/registry/explain', sides)).pair)).toEqual({ level: 'same', bits: 40 })
  const options = { explain: true, minConfidence: 0 }
  const batch = await ask('POST', '/registry/batch-map', { inputs: QUERIES, options, mode: 'sync' })
  const decisions = batch.results.map(({ decision }: Body) => decision)
  expect(decisions).toEqual(QUERIES.map((_, at) => (at % 2 === 0 ? 'match' : 'none')))
  expect(viewOf(batch.results[0].matches[0].explanation)).toEqual({ level: 'same', bits: 40 })
  const { components } = await ask('GET', '/openapi.json')
  expect(components.schemas.SupplierRecord.properties.seaView).toMatchObject({ title: 'Sea view', maxLength: 100 })
}

/** Fails unless the threads of a service match by the schema. The place must have the records of both suppliers. */
export async function proveServedThreads(place: string): Promise<void> {
  const results = countThreadResults()
  const { ask, stop } = await served(place, { UTPID_READ_WORKERS: '1', UTPID_BATCH_WORKERS: '1' })
  const match = async (): Promise<number> => {
    const found = await ask('POST', '/registry/match', { input: QUERY, options: { explain: true } })
    expect([found.decision, viewOf(found.matches[0].explanation)]).toEqual(['match', { level: 'same', bits: 40 }])
    return results()
  }
  await expect.poll(match).toBeGreaterThan(0)
  const batch = await ask('POST', '/registry/batch-map', { inputs: QUERIES, mode: 'sync' })
  const decisions = batch.results.map(({ decision }: Body) => decision)
  expect(decisions).toEqual(QUERIES.map((_, at) => (at % 2 === 0 ? 'match' : 'none')))
  expect((await stop()).err).not.toMatch(/worker thread ended/)
}
