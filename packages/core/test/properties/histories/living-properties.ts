import type { Registry, Storage } from '@utpid/core'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { UTPID_FORMAT } from '../../../src/model/utpid.ts'
import { readInChunks } from '../../../src/storage/ledger/read-in-chunks.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { happen, livingHistory } from '../../support/living-world.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { expectSameState, orderlessState, readWhole, type WholeRegistry } from '../../support/registry-state.ts'
import { TIMELESS } from '../../support/timeless.ts'

/**
 * Through any history, all rows of a registry are consistent, and one lookup leads from every UTPID and code to a
 * product or its state. Judgements apply, and the machine removes nothing from curated products.
 */
export function identityHoldsThroughAnyHistory(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(livingHistory(12), async (happenings) => {
    const world = await openRegistry({ survivorshipRules: TIMELESS })
    const decisions: number[] = []
    for (const happening of happenings) {
      const before = await readWhole(world.storage)
      const { change } = await world.storage.ledger.head()
      const decided = await happen(happening, world, decisions)
      const after = await expectConsistent(world.storage)
      expectJudgementsHold(after)
      if (decided === undefined) expectKept(before, after, await reopenedSince(world.storage, before, change))
      await expectAllLocate(world, after)
    }
  })
  return fc.assert(property, runs(numRuns))
}

/**
 * Tests that an immediate undo of a decision restores everything, including ids. Undoing the undo repeats the decision.
 */
export function undoRestoresExactly(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(livingHistory(12), async (happenings) => {
    const world = await openRegistry({ survivorshipRules: TIMELESS })
    const { registry, storage } = world
    const decisions: number[] = []
    for (const happening of happenings) {
      const before = await visibleState(storage)
      const change = await happen(happening, world, decisions)
      if (change === undefined) continue
      const after = await visibleState(storage)
      const undone = await registry.undo(change, { actor: 'ben' })
      expect(await visibleState(storage), `undone ${happening.does}`).toEqual(before)
      await expectConsistent(storage)
      const again = await registry.undo(undone.change, { actor: 'ben' })
      expect(withoutMinted(await visibleState(storage)), `again ${happening.does}`).toEqual(withoutMinted(after))
      decisions.splice(decisions.indexOf(change), 1, again.change)
    }
  })
  return fc.assert(property, runs(numRuns))
}

/**
 * Tests that a reindex, which clusters everything again, gives the result of incremental writes, except for curated
 * products.
 */
export function stepByStepEqualsAllAtOnce(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(livingHistory(14), async (happenings) => {
    const world = await openRegistry({ survivorshipRules: TIMELESS })
    const decisions: number[] = []
    for (const happening of happenings) await happen(happening, world, decisions)
    const before = await orderlessState(world.storage)
    await world.registry.reindex({ force: true })
    expectSameState(await orderlessState(world.storage), before)
    await expectConsistent(world.storage)
  })
  return fc.assert(property, runs(numRuns))
}

/** Tests that the result depends only on the records after all decisions are undone. */
export function withoutDecisionsTheRecordsDecide(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(livingHistory(14), async (happenings) => {
    const world = await openRegistry({ survivorshipRules: TIMELESS })
    const { registry, storage } = world
    for (const happening of happenings) if (happening.does !== 'priority') await happen(happening, world, [])
    const decided = await storage.ledger.scanDecisions(0, 1_000)
    for (const { change } of decided.toReversed()) {
      const [decision] = await storage.ledger.decisions([change])
      if (decision?.undoneBy === undefined && decision?.kind !== 'undo') await registry.undo(change, { actor: 'ben' })
    }
    const { records } = await readWhole(storage)
    const active = records.filter(({ link }) => link !== undefined).map(({ row }) => row.record)
    const fresh = await openRegistry({ survivorshipRules: TIMELESS })
    await fresh.registry.import(active)
    const [lived, built] = [await orderlessState(storage), await orderlessState(fresh.storage)]
    expectSameState(lived, built)
  })
  return fc.assert(property, runs(numRuns))
}

/** Fails unless records judged same are in one product, and records judged different are in different products. */
function expectJudgementsHold({ judgements, records }: WholeRegistry): void {
  const productOf = new Map(records.map(({ row, link }) => [row.id, link?.productId]))
  for (const { a, b, verdict } of judgements) {
    const [one, other] = [productOf.get(a), productOf.get(b)]
    if (one !== undefined && other !== undefined) expect(one === other).toBe(verdict === 'same')
  }
}

/** Returns former products with a reopened verification. They are no longer protected. */
async function reopenedSince(
  { ledger }: Storage,
  { products }: WholeRegistry,
  change: number,
): Promise<ReadonlySet<number>> {
  const ids = products.filter(({ verified }) => verified).map(({ id }) => id)
  const histories = (await readInChunks(ids, (chunk) => ledger.verifications(chunk))).flat()
  const since = histories.filter((row) => row.change > change && row.method === 'reopened')
  return new Set(since.map(({ productId }) => productId))
}

/** Fails if the machine removed a record from a curated product, unless the record became inactive or was reused. */
function expectKept(before: WholeRegistry, after: WholeRegistry, reopened: ReadonlySet<number>): void {
  const judged = new Set(before.judgements.flatMap(({ a, b }) => [a, b]))
  const productOf = new Map(after.records.map(({ row, link }) => [row.id, link?.productId]))
  const active = new Set(after.products.map(({ id }) => id))
  const rowsBefore = new Map(before.records.map(({ row }) => [row.id, row]))
  const rowsAfter = new Map(after.records.map(({ row }) => [row.id, row]))
  // A judgement about an inactive or reused record does not affect the other records.
  const isThere = (id: number): boolean =>
    productOf.get(id) !== undefined && rowsAfter.get(id)?.reassignedFrom === undefined
  for (const product of before.products) {
    const kept =
      (product.verified && product.verifiedBy !== 'checks' && !reopened.has(product.id)) ||
      product.pins !== undefined ||
      product.records.some((id) => judged.has(id) && isThere(id))
    if (!kept) continue
    const same = product.records.filter(
      (id) => productOf.get(id) !== undefined && rowsAfter.get(id)?.contentHash === rowsBefore.get(id)?.contentHash,
    )
    if (same.length > 0) expect(active.has(product.id)).toBe(true)
    for (const id of same) expect(productOf.get(id)).toBe(product.id)
  }
}

async function expectAllLocate(
  { registry }: { readonly registry: Registry },
  { lineage, records, products }: WholeRegistry,
): Promise<void> {
  const active = new Set(products.map(({ id }) => UTPID_FORMAT.format(id)))
  for (const { id } of lineage) {
    const located = await registry.locate({ utpid: UTPID_FORMAT.format(id) })
    if (located?.utpid === null) expect(['deleted', 'retired']).toContain(located.status)
    else expect(active).toContain(located?.utpid)
  }
  for (const { row, link } of records) {
    const { supplier, code } = row.record
    const located = await registry.locate({ supplier, code })
    if (link === undefined) expect(['deleted', 'retired']).toContain(located?.status)
    else expect(located).toMatchObject({ status: 'active', utpid: UTPID_FORMAT.format(link.productId) })
  }
}

interface VisibleState {
  readonly products: readonly { readonly id: number }[]
  readonly alerts: readonly { readonly pair: readonly number[] }[]
}

/** Returns what callers can see of a registry, by id: products with records, pins and verification, and open alerts. */
export async function visibleState(storage: Storage): Promise<VisibleState> {
  const { products, alerts, records } = await readWhole(storage)
  const names = new Map(records.map(({ row }) => [row.id, `${row.record.supplier}/${row.record.code}`]))
  return {
    products: products.map(
      ({ id, records: own, goldenRecord, verified, verifiedBy, pins, confidence, duplicates, terms }) => ({
        id,
        records: own.map((each) => names.get(each)).sort(),
        shown: goldenRecord,
        verified,
        verifiedBy,
        pins,
        confidence,
        duplicates,
        terms,
      }),
    ),
    alerts: alerts
      .filter(({ status }) => status === 'open')
      .map(({ id, products: pair, confidence, informationGain }) => ({ id, pair, confidence, gain: informationGain })),
  }
}

/** Removes minted ids, since a repeated split mints a new id. */
function withoutMinted({ products, alerts }: Awaited<ReturnType<typeof visibleState>>): unknown {
  return {
    products: products.map((product) => ({ ...(product as object), id: undefined })),
    alerts: alerts.map((alert) => ({ ...(alert as object), id: undefined, pair: undefined })),
  }
}
