/**
 * `search-once.ts ENGINE FOLDER SECONDS`: runs all queries on one engine, in a separate process; prints a {@link
 * SearchRun}. It stops after SECONDS.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { load } from '../../harness/machine.ts'
import { type Baseline, openBaseline } from '../engines/baselines.ts'
import { type FoundDocuments, PAGE, type SearchEngine } from '../engines/search-engine.ts'
import type { SearchQueryText } from '../inputs/draw-queries.ts'
import { readDocuments } from '../inputs/search-document.ts'
import { type SearchRun, WHOLE } from '../runs/search-run.ts'

const DOCUMENTS_PER_LOOK = 1_000
const WARM_UP = 200

const [name = '', folder = '', seconds = ''] = process.argv.slice(2)
const began = performance.now()
const isOver = (): boolean => performance.now() - began > Number(seconds) * 1_000
const loadBefore = load()
const { ask, documents, close } = await opened()
const ready = { seconds: secondsSince(began), cpuSeconds: cpuSeconds(), bytes: process.memoryUsage().rss }
const queries = JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8')) as SearchQueryText[]
for (const query of queries.slice(-WARM_UP)) {
  if (isOver()) break
  await ask(query)
}
const times: Record<string, number[]> = {}
const cpuBefore = cpuSeconds()
let asked = 0
for (const query of queries) {
  if (isOver()) break
  const started = performance.now()
  await ask(query)
  const taken = performance.now() - started
  const ofKind = times[query.kind] ?? []
  ofKind.push(taken)
  times[query.kind] = ofKind
  asked++
}
const run: SearchRun = {
  engine: name,
  documents,
  ready,
  times,
  cpuMilliseconds: ((cpuSeconds() - cpuBefore) * 1_000) / Math.max(1, asked),
  load: [loadBefore, load()],
  ...(asked < queries.length ? { stopped: `after ${seconds} s` } : {}),
}
await close()
process.stdout.write(JSON.stringify(run))

interface Opened {
  readonly documents: number
  ask(query: SearchQueryText): FoundDocuments | Promise<FoundDocuments>
  close(): Promise<void>
}

async function opened(): Promise<Opened> {
  if (name === 'utpid' || name === WHOLE) return await openedRegistry()
  const engine: SearchEngine = openBaseline(name as Baseline)
  let count = 0
  for await (const document of readDocuments(join(folder, 'documents.jsonl'))) {
    if (count % DOCUMENTS_PER_LOOK === 0 && isOver()) break
    await engine.add(document)
    count++
  }
  return { documents: count, ask: ({ text, country }) => engine.search(text, country), close: async () => {} }
}

async function openedRegistry(): Promise<Opened> {
  const storage = await openDurableStorage(join(folder, 'registry'), { index: 'segments' })
  const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
  const { products } = await registry.stats()
  return {
    documents: products.total,
    ask: async ({ text, country }) => {
      const options = { limit: PAGE, ...(country === undefined ? {} : { country }) }
      const found = await registry.search(text, { ...options, fields: name === WHOLE ? 'all' : 'summary' })
      return { ids: found.products.map(({ utpid }) => utpid), total: found.total }
    },
    close: () => registry.close(),
  }
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1_000
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}
