/**
 * `draw-asks-once.ts PLACE SEED OUT`: writes requests for a registry that is not served yet. PLACE is a folder or the
 * address of a schema. The script runs in a separate process, since an in-memory registry needs as much memory as its
 * service.
 */
import { writeFileSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { formatUtpid, LIMITS, type SearchOptions, type Storage } from '@utpid/core'
import { PRODUCT_ID_LIMIT, type ProductRow } from '@utpid/core/storage'
import { loadGazetteer } from '@utpid/gazetteer'
import { searchQueries, type TimedQuery } from '../../base/search-speed.ts'
import { seededRandom, shuffled } from '../../harness/seeded-random.ts'
import { drawnRecords, inputsOf } from '../../postgres/asked-inputs.ts'
import type { BenchRequest, BenchRequests } from './bench-request.ts'

/** More products than one endpoint needs in a minute, so that few requests are repeated. */
const PRODUCTS = 30_000
const INPUTS = 10_000
const SEARCHES_PER_KIND = 500
const PRODUCTS_PER_PAGE = 50
const INPUTS_PER_BATCH = 2

const [place = '', seed = '', out = ''] = process.argv.slice(2)
const storage = await opened(place)
const asks = await drawRequests(storage, Number(seed))
writeFileSync(out, JSON.stringify(asks))
await storage.close()
console.log(JSON.stringify(Object.fromEntries(Object.entries(asks).map(([endpoint, all]) => [endpoint, all.length]))))

async function opened(address: string): Promise<Storage> {
  if (!/^postgres/.test(address)) return await openDurableStorage(address)
  const url = new URL(address)
  const schema = url.searchParams.get('schema') ?? ''
  url.searchParams.delete('schema')
  return await openPostgresStorage({ connectionString: url.href, schema })
}

async function drawRequests(from: Storage, drawSeed: number): Promise<BenchRequests> {
  const random = seededRandom(drawSeed)
  const products = await drawnProducts(from, random)
  const shown = products.map((product) => product.shown)
  const utpids = products.map(({ id }) => formatUtpid(id))
  const queries = searchQueries(shown, loadGazetteer(), drawSeed, SEARCHES_PER_KIND)
  const inputs = inputsOf(await drawnRecords(from, INPUTS, drawSeed))
  return {
    search: queries.map((query) => get(`/registry/search?${parametersOf(query)}`)),
    product: utpids.map((utpid) => get(`/registry/product/${utpid}`)),
    match: inputs.map((input) => post('/registry/match', { input })),
    'batch-map': inputs.map((_, at) => post('/registry/batch-map', { inputs: batchAt(inputs, at) })),
    duplicates: utpids.map((utpid) => get(`/registry/duplicates/${utpid}`)),
    // Each verification is a separate transaction. With few products, the second round withdraws the verifications.
    verify: [true, false].flatMap((verified) => utpids.map((utpid) => post('/registry/verify', { utpid, verified }))),
    stats: [get('/registry/stats')],
  }
}

function batchAt<Input>(inputs: readonly Input[], at: number): Input[] {
  return Array.from({ length: INPUTS_PER_BATCH }, (_, next) => inputs[(at + next) % inputs.length] as Input)
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
  // 256 is the maximum length that the service accepts; people type less.
  if (text !== '') found.set('q', [...text].slice(0, 256).join(''))
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
