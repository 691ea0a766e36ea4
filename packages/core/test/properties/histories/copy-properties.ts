import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, Storage } from '@utpid/core'
import type { Ledger } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { LIMITS } from '../../../src/model/limits.ts'
import { formatUtpid } from '../../../src/model/utpid.ts'
import { replicateLedger } from '../../../src/registry/copy/replicate-ledger.ts'
import type { ExportEnd, ExportRow } from '../../../src/registry/export/export-format.ts'
import { restoreRegistry } from '../../../src/registry/export/restore-registry.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { happen, livingHistory } from '../../support/living-world.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { expectSameState, orderlessState } from '../../support/registry-state.ts'
import { expectSameRegistry, type HeldAndAnswered, heldAndAnswered } from '../../support/same-registry.ts'
import { history, type SmallRecord } from '../../support/small-world.ts'

/**
 * Tests that a follower of the change feed ends with the same registry, for any page size and any concurrent writes.
 */
export function feedMakesTheSameRegistry(numRuns: number): Promise<void> {
  const cuts = fc.array(fc.constantFrom('not', 'after', 'meanwhile', 'scan'), { minLength: 10, maxLength: 10 })
  const property = fc.asyncProperty(history({ batches: 10, perBatch: 5 }), cuts, async (batches, whens) => {
    const { registry, storage } = await openRegistry()
    const mirror = createMemoryStorage()
    let after = 0
    const follow = async (from: { after?: number }): Promise<void> => {
      after = await replicateLedger(storage.ledger, mirror.ledger, from)
    }
    for (const [at, batch] of batches.entries()) {
      const when = whens[at]
      const writing = writeBatch(registry, storage, batch, at)
      if (when === 'meanwhile') await follow({ after })
      await writing
      if (when === 'after') await follow({ after })
      if (when === 'scan') await follow({})
    }
    await follow({ after })
    expect(after).toBe((await storage.ledger.head()).change)
    await expectSameRegistry(mirror, storage)
    await expectConsistent(mirror)
    // Expects no write without changes.
    const { change } = await mirror.ledger.head()
    await follow({})
    expect((await mirror.ledger.head()).change).toBe(change)
  })
  return fc.assert(property, runs(numRuns))
}

/** Tests that an export during writes equals the registry as of the change in its end line. */
export function exportIsOfOneChange(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history({ batches: 8, perBatch: 6 }), fc.nat(8), async (batches, late) => {
    const inner = createMemoryStorage()
    const states = new Map<number, HeldAndAnswered>()
    const storage = committing(inner, async (commit) => {
      const result = await inner.ledger.commit(commit)
      states.set(result.change, await heldAndAnswered(inner))
      return result
    })
    states.set(0, await heldAndAnswered(inner))
    const { registry } = await openRegistry({ storage })
    const early = Math.max(0, batches.length - late)
    for (const [at, batch] of batches.slice(0, early).entries()) await writeBatch(registry, storage, batch, at)
    const exporting = everyRow(registry)
    for (const [at, batch] of batches.slice(early).entries()) await writeBatch(registry, storage, batch, early + at)
    const rows = await exporting
    const end = rows.at(-1) as ExportEnd
    expect(end.kind).toBe('end')
    const copy = createMemoryStorage()
    await restoreRegistry(copy, rows)
    await expectSameRegistry(copy, states.get(end.change) as HeldAndAnswered)
  })
  return fc.assert(property, runs(numRuns))
}

/** Tests that a restored registry behaves like the exported registry. */
export function restoredRegistryGoesOn(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(
    history({ batches: 8, perBatch: 6 }),
    history({ batches: 3, perBatch: 6 }),
    async (before, later) => {
      const { registry, storage } = await openRegistry()
      for (const [at, batch] of before.entries()) await writeBatch(registry, storage, batch, at)
      const copy = createMemoryStorage()
      const lines = (await everyRow(registry)).map((row) => JSON.stringify(row))
      await restoreRegistry(copy, lines)
      await expectSameRegistry(copy, storage)
      expect((await copy.ledger.head()).change).toBeGreaterThanOrEqual((await storage.ledger.head()).change)

      let drawn = 0
      const restored = await openRegistry({
        storage: copy,
        random: () => (++drawn * 0x5851f42d4c957) % 2 ** 50,
        clock: () => Date.UTC(2027, 0, 1) + drawn++ * 1_000,
      })
      for (const [at, batch] of later.entries()) {
        await registry.import(batch)
        await restored.registry.import(batch)
        expectSameState(await orderlessState(copy), await orderlessState(storage), `batch ${at}`)
      }
      await expectConsistent(copy)
    },
  )
  return fc.assert(property, runs(numRuns))
}

/** Tests that the export of a restored registry has the rows of the export from which it was restored. */
export function restoredExportIsEqual(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(history({ batches: 6, perBatch: 8 }), async (batches) => {
    const { registry, storage } = await openRegistry()
    for (const [at, batch] of batches.entries()) await writeBatch(registry, storage, batch, at)
    const rows = await everyRow(registry)
    const copy = createMemoryStorage()
    await restoreRegistry(copy, rows)
    const restored = await openRegistry({ storage: copy })
    const detailed = (await copy.ledger.scanRecords(-1, LIMITS.rowsPerPage)).filter(({ row }) => row.detailed === true)
    const exported = rows.flatMap((row) => (row.kind === 'record' ? (row.details ?? []) : []))
    expect(exported).toHaveLength(detailed.length)
    expect((await everyRow(restored.registry)).slice(1, -1).map(withoutChecksum)).toStrictEqual(
      rows.slice(1, -1).map(withoutChecksum),
    )
  })
  return fc.assert(property, runs(numRuns))
}

function withoutChecksum({ checksum: _, ...row }: ExportRow): unknown {
  return row
}

/**
 * A changed letter, or a missing, repeated or moved line, is detected and reported with its line, or has no effect.
 * Tests every n-th letter of an export of a registry with decisions.
 */
export function damageIsFound(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(
    livingHistory(8),
    fc.nat(200),
    fc.integer({ min: 1, max: 0xffff }),
    async (happenings, first, flipped) => {
      const world = await openRegistry()
      const decisions: number[] = []
      for (const happening of happenings) await happen(happening, world, decisions)
      const lines = (await everyRow(world.registry)).map((row) => JSON.stringify(row))
      const whole = await heldAndAnswered(world.storage)
      let position = first
      for (const [at, line] of lines.entries()) {
        for (; position < line.length; position += 211) {
          const unit = line.charCodeAt(position)
          for (const other of [unit ^ 1, (unit ^ flipped) & 0xffff]) {
            const changed = line.slice(0, position) + String.fromCharCode(other) + line.slice(position + 1)
            await expectFound(lines.with(at, changed), at + 1, whole)
          }
        }
        position -= line.length
      }
      for (let at = first % 7; at < lines.length - 1; at += 7) {
        const [line, next] = lines.slice(at, at + 2) as [string, string]
        await expectFound(lines.toSpliced(at, 1), at + 1, whole)
        await expectFound(lines.toSpliced(at, 0, line), at === 0 ? 2 : at + 2, whole)
        await expectFound(lines.with(at, next).with(at + 1, line), at + 1, whole)
        await expectFound([...lines.toSpliced(at, 1).slice(0, -1), line, lines.at(-1) as string], at + 1, whole)
      }
    },
  )
  return fc.assert(property, runs(numRuns))
}

async function expectFound(damaged: readonly string[], line: number, whole: HeldAndAnswered): Promise<void> {
  const storage = createMemoryStorage()
  const failure = await restoreRegistry(storage, damaged).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure === undefined) return expectSameRegistry(storage, whole)
  expect(failure).toMatchObject({ code: 'export_damaged', details: { line } })
  expect((await storage.ledger.head()).indexVersion).toBeUndefined()
}

function committing({ ledger, ...rest }: Storage, commit: Ledger['commit']): Storage {
  const overlaid = new Proxy(ledger, {
    get(target, name: keyof Ledger) {
      const method = name === 'commit' ? commit : target[name]
      return typeof method === 'function' ? (method as (...args: unknown[]) => unknown).bind(target) : method
    },
  })
  return { ...rest, ledger: overlaid }
}

async function everyRow(registry: Registry): Promise<ExportRow[]> {
  const rows: ExportRow[] = []
  for await (const row of registry.export()) rows.push(row)
  return rows
}

/** Writes a batch of records, then makes a curator decision. Sometimes undoes the last decision. */
async function writeBatch(
  registry: Registry,
  { ledger }: Storage,
  batch: readonly SmallRecord[],
  at: number,
): Promise<void> {
  await registry.import(batch)
  const [one, two] = (await ledger.scanProducts(-1, 2)).map(({ id }) => formatUtpid(id))
  if (one === undefined || two === undefined) return
  await registry.addAliases([{ alias: `TW-${at}`, utpid: one }])
  const person = { actor: 'ines', note: `batch ${at}` }
  switch (at % 5) {
    case 0:
      return void (await registry.dismiss(one, two, person))
    case 1:
      return void (await registry.pin(two, { name: `Pinned ${at}` }, person))
    case 2:
      return void (await registry.verify(one, person))
    case 3:
      return void (await registry.unverify(one, person))
    default: {
      const last = (await ledger.scanDecisions(0, LIMITS.rowsPerPage)).findLast(
        ({ undoneBy }) => undoneBy === undefined,
      )
      if (last !== undefined) await registry.undo(last.change, person)
    }
  }
}
