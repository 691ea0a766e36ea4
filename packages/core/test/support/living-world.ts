import { type Registry, RegistryError, type Storage } from '@utpid/core'
import fc from 'fast-check'
import { UTPID_FORMAT } from '../../src/model/utpid.ts'
import { readWhole } from './registry-state.ts'
import { type SmallRecord, smallRecord } from './small-world.ts'

/** One operation on a registry. Its numbers select existing objects. */
export type Happening =
  | { readonly does: 'import'; readonly records: readonly SmallRecord[] }
  | { readonly does: 'full'; readonly supplier: number; readonly records: readonly SmallRecord[] }
  | { readonly does: 'merge' | 'dismiss'; readonly one: number; readonly other: number }
  | { readonly does: 'resolve'; readonly alert: number; readonly merges: boolean }
  | { readonly does: 'split'; readonly one: number; readonly parts: number }
  | {
      readonly does: 'delete' | 'verify' | 'unverify' | 'pin' | 'unpin' | 'end'
      readonly one: number
    }
  | { readonly does: 'undo'; readonly decision: number }
  | { readonly does: 'priority'; readonly supplier: number; readonly priority: number }

const chosen = fc.nat(1_000)

/** A history of imports, ends, decisions and undos. */
export function livingHistory(length: number): fc.Arbitrary<Happening[]> {
  const records = (most: number): fc.Arbitrary<SmallRecord[]> =>
    fc.array(smallRecord(), { minLength: 1, maxLength: most })
  const happening: fc.Arbitrary<Happening> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ does: fc.constant('import' as const), records: records(6) }) },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constant('full' as const), supplier: fc.nat(3), records: records(4) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ does: fc.constantFrom('merge' as const, 'dismiss' as const), one: chosen, other: chosen }),
    },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('resolve' as const), alert: chosen, merges: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('split' as const), one: chosen, parts: chosen }) },
    {
      weight: 5,
      arbitrary: fc.record({
        does: fc.constantFrom('delete', 'verify', 'unverify', 'pin', 'unpin', 'end' as const),
        one: chosen,
      }),
    },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('undo' as const), decision: chosen }) },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('priority' as const),
        supplier: fc.nat(3),
        priority: fc.integer({ min: -2, max: 2 }),
      }),
    },
  )
  return fc
    .tuple(records(10), fc.array(happening, { minLength: 1, maxLength: length }))
    .map(([first, rest]) => [{ does: 'import', records: first }, ...rest])
}

/** Error codes with which a registry may correctly reject a decision. */
const REFUSALS: ReadonlySet<string> = new Set([
  'judgement_conflict',
  'already_undone',
  'validation_failed',
  'excessive_loss',
])

const BY = { actor: 'anna' }

/**
 * Runs an operation.
 *
 * @param decisions - Change numbers of all decisions so far. A new decision adds its number.
 * @returns the change number of a decision; undefined for other operations, rejections and no-ops.
 */
export async function happen(
  happening: Happening,
  { registry, storage }: { readonly registry: Registry; readonly storage: Storage },
  decisions: number[],
): Promise<number | undefined> {
  const { products, alerts, records } = await readWhole(storage)
  const one = <Row>(rows: readonly Row[], number: number): Row | undefined => rows[number % rows.length]
  const utpidOf = (number: number): string | undefined => {
    const row = one(products, number)
    return row === undefined ? undefined : UTPID_FORMAT.format(row.id)
  }
  const decide = async (decision: () => Promise<{ change: number; changed?: boolean } | undefined> | undefined) => {
    const before = (await storage.ledger.head()).change
    try {
      const made = await decision()
      const { change } = await storage.ledger.head()
      if (made === undefined || change === before) return undefined
      decisions.push(made.change)
      return made.change
    } catch (error) {
      if (!(error instanceof RegistryError) || !REFUSALS.has(error.code)) throw error
      if ((await storage.ledger.head()).change !== before) throw new Error('What was refused was written.')
      return undefined
    }
  }
  switch (happening.does) {
    case 'import':
      await registry.import(happening.records)
      return undefined
    case 'full': {
      const supplier = `s${happening.supplier}`
      const feed = happening.records.map((record) => ({ ...record, supplier }))
      await decide(async () => {
        await registry.import(feed, { supplier, full: true, allowLoss: 0.6 })
        return undefined
      })
      return undefined
    }
    case 'merge':
    case 'dismiss': {
      const [left, right] = [utpidOf(happening.one), utpidOf(happening.other)]
      if (left === undefined || right === undefined) return undefined
      return decide(() => registry[happening.does](left, right, BY))
    }
    case 'resolve': {
      const alert = one(
        alerts.filter(({ status }) => status === 'open'),
        happening.alert,
      )
      if (alert === undefined) return undefined
      return decide(() => registry.resolve(alert.id, { ...BY, resolution: happening.merges ? 'merge' : 'dismiss' }))
    }
    case 'split': {
      const row = one(
        products.filter((product) => product.records.length > 1),
        happening.one,
      )
      if (row === undefined) return undefined
      const named = row.records.filter((_, at) => ((happening.parts >> at) & 1) === 1)
      const codes = named.flatMap((id) => records.find((stored) => stored.row.id === id)?.row.record ?? [])
      return decide(() => registry.split(UTPID_FORMAT.format(row.id), codes, BY))
    }
    case 'undo': {
      const change = one(decisions, happening.decision)
      return change === undefined ? undefined : decide(() => registry.undo(change, BY))
    }
    case 'end': {
      const stored = one(records, happening.one)
      if (stored !== undefined) await registry.deactivate(stored.row.record)
      return undefined
    }
    case 'priority':
      if (records.length > 0) await registry.setSupplier({ id: `s${happening.supplier}`, priority: happening.priority })
      return undefined
    default: {
      const utpid = utpidOf(happening.one)
      if (utpid === undefined) return undefined
      switch (happening.does) {
        case 'pin':
          return decide(() => registry.pin(utpid, { name: `Pinned ${happening.one % 3}` }, BY))
        case 'unpin':
          return decide(() => registry.unpin(utpid, undefined, BY))
        case 'verify':
          return decide(() => registry.verify(utpid, BY))
        case 'unverify':
          return decide(() => registry.unverify(utpid, BY))
        case 'delete':
          return decide(() => registry.delete(utpid, BY))
      }
    }
  }
}
