import { setTimeout } from 'node:timers/promises'
import { type Commit, emptyCommit, LIMITS, type ProductRow, type StoredRecord } from '@utpid/core'
import type { Part, PartResult } from '../report/part.ts'
import { quantile } from '../report/quantile.ts'
import { barRow, plainRow } from '../report/row.ts'
import { seededRandom } from '../report/seeded-random.ts'
import { newId } from './asked-inputs.ts'
import { filledSchema } from './filled.ts'

const CONNECTIONS = 10
const PER_SECOND = 300
const SECONDS = 10
const AT = '2026-01-01T00:00:00.000Z'

/** Steps of one record each that come at a steady rate, whether or not the ones before are written. */
export const commitPart: Part = {
  name: 'commit',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const schema = await filledSchema(context)
    const storage = await schema.open(CONNECTIONS)
    context.say('postgres: commits')
    const { ledger } = storage
    const samples = (await ledger.scanRecords(-1, LIMITS.rowsPerPage)).filter(({ link }) => link !== undefined)
    const products = await ledger.getProducts(samples.map(({ link }) => link?.productId as number))
    const random = seededRandom(context.seed)
    const { change: base } = await ledger.head()
    const step = (at: number): Commit => {
      const place = at % samples.length
      return newProduct(samples[place] as StoredRecord, products[place] as ProductRow, newId(random), base)
    }
    await Promise.all(Array.from({ length: PER_SECOND }, (_, at) => ledger.commit(step(at))))
    const times: number[] = []
    const running: Promise<unknown>[] = []
    const failed: unknown[] = []
    const started = performance.now()
    for (let at = 0; at < PER_SECOND * SECONDS; at++) {
      const due = started + (at * 1_000) / PER_SECOND
      if (due > performance.now()) await setTimeout(due - performance.now())
      // From when it was due: whoever waits for it does not care why it began late.
      const written = ledger.commit(step(at)).then(
        () => times.push(performance.now() - due),
        (error: unknown) => failed.push(error),
      )
      running.push(written)
    }
    await Promise.all(running)
    await storage.close()
    if (failed.length > 0) throw failed[0]
    return {
      n: schema.records,
      rows: [
        plainRow('commit.p50', `commits of one record, ${PER_SECOND} a second, p50`, quantile(times, 0.5), 'ms'),
        barRow('commit.p99', '... p99', quantile(times, 0.99), 'ms', ['<=', 20]),
      ],
    }
  },
}

/** A stored record and its product, under another id. */
function newProduct({ row, link }: StoredRecord, product: ProductRow, id: number, base: number): Commit {
  return {
    ...emptyCommit(AT, base),
    records: [{ ...row, id, revision: 1, record: { ...row.record, code: `bench-${id}` } }],
    links: [{ ...(link as NonNullable<typeof link>), recordId: id, productId: id }],
    products: [{ ...product, id, revision: 1, records: [id], mintedChange: 0 }],
    lineage: [{ id, status: 'active', mintedChange: 0, history: [{ change: 0, at: AT, kind: 'minted' }] }],
    counters: { products: 1, records: 1 },
    expect: { records: [[id, 0]], products: [[id, 0]], keys: [] },
  }
}
