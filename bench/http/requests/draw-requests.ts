import { writeFileSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { formatUtpid, LIMITS, type SearchOptions, type Storage } from '@utpid/core'
import { PRODUCT_ID_LIMIT, type ProductRow } from '@utpid/core/storage'
import { loadGazetteer } from '@utpid/gazetteer'
import { searchQueries, type TimedQuery } from '../../base/search-speed.ts'
import { childTask } from '../../harness/child-task.ts'
import { seededRandom, shuffled } from '../../harness/seeded-random.ts'
import type { BenchRequest, BenchRequests } from '../../load/bench-request.ts'
import { drawnRecords, inputsOf } from '../../postgres/drawn-records.ts'

/** More products than one endpoint needs in a minute, so that few requests are repeated. */
const PRODUCTS = 30_000
const INPUTS = 10_000
const SEARCHES_PER_KIND = 500
const PRODUCTS_PER_PAGE = 50
/** The maximum length of a text that the service accepts; people type less. */
const MAX_TEXT = 256

/**
 * Writes requests for a registry that is not served yet. It runs in a separate process, since an in-memory registry
 * needs as much memory as its service.
 *
 * @param place - A folder, or the address of a schema.
 */
export const drawTask = childTask(import.meta, 'draw requests', async (place: string, seed: number, out: string) => {
  const storage = await opened(place)
  writeFileSync(out, JSON.stringify(await drawRequests(storage, seed)))
  await storage.close()
})

async function opened(address: string): Promise<Storage> {
  if (!/^postgres/.test(address)) return await openDurableStorage(address)
  const url = new URL(address)
  const schema = url.searchParams.get('schema') ?? ''
  url.searchParams.delete('schema')
  return await openPostgresStorage({ connectionString: url.href, schema })
}

async function drawRequests(from: Storage, seed: number): Promise<BenchRequests> {
  const random = seededRandom(seed)
  const products = await drawnProducts(from, random)
  const shown = products.map((product) => product.goldenRecord)
  const utpids = products.map(({ id }) => formatUtpid(id))
  const queries = searchQueries(shown, loadGazetteer(), seed, SEARCHES_PER_KIND)
  const inputs = inputsOf(await drawnRecords(from, INPUTS, seed))
  return {
    search: queries.map((query) => get(`/registry/search?${parametersOf(query)}`)),
    product: utpids.map((utpid) => get(`/registry/product/${utpid}`)),
    match: inputs.map((input) => post('/registry/match', { input })),
    'batch-map': inputs.map((input, at) =>
      post('/registry/batch-map', { inputs: [input, inputs[(at + 1) % inputs.length]] }),
    ),
    duplicates: utpids.map((utpid) => get(`/registry/duplicates/${utpid}`)),
    // Each verification is a separate transaction. With few products, the second round withdraws the verifications.
    verify: [true, false].flatMap((verified) => utpids.map((utpid) => post('/registry/verify', { utpid, verified }))),
    stats: [get('/registry/stats')],
  }
}

function get(path: string): BenchRequest {
  return { method: 'GET', path }
}

function post(path: string, body: unknown): BenchRequest {
  return { method: 'POST', path, body: JSON.stringify(body) }
}

function parametersOf({ text, options }: TimedQuery): URLSearchParams {
  const { near, ...rest } = options as SearchOptions & { readonly near?: NonNullable<SearchOptions['near']> }
  const found = new URLSearchParams()
  if (text !== '') found.set('q', [...text].slice(0, MAX_TEXT).join(''))
  for (const [name, value] of Object.entries(rest)) found.set(name, String(value))
  if (near !== undefined) {
    found.set('near', near.coordinates.join(','))
    if (near.radiusMeters !== undefined) found.set('radius', String(near.radiusMeters))
  }
  return found
}

/** Draws products from the whole registry, each once, in random order. */
async function drawnProducts({ ledger }: Storage, random: () => number): Promise<ProductRow[]> {
  const drawn = new Map<number, ProductRow>()
  const perPage = Math.min(PRODUCTS_PER_PAGE, LIMITS.rowsPerPage)
  for (let tries = 0; drawn.size < PRODUCTS && tries < PRODUCTS / 10; tries++) {
    const after = Math.floor(random() * PRODUCT_ID_LIMIT)
    for (const product of await ledger.scanProducts(after, perPage)) drawn.set(product.id, product)
  }
  return shuffled([...drawn.values()], random)
}
