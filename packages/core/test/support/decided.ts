import type { Registry, RegistryEvent, Storage } from '@utpid/core'
import { expect } from 'vitest'
import { expectConsistent } from './expect-consistent.ts'
import { ZEPHYR } from './sample-hotels.ts'

/** The person who decides in tests. */
export const ACTOR = { actor: 'anna' } as const
const { phone: _, website: __, ...BARE } = ZEPHYR
const { address: ___, ...PLACE } = ZEPHYR.location

/** Two codes of one supplier with almost equal content. They are two products with an alert between them. */
export const TWIN_A = { ...BARE, code: 'A8', location: PLACE } as const
/** This record has one more field, so that it is no copy. */
export const TWIN_B = { ...BARE, code: 'A9', location: PLACE, rooms: 40 } as const

/** Returns the active product of a supplier's code. */
export async function utpidOf(
  registry: Registry,
  { supplier, code }: { readonly supplier: string; readonly code: string },
): Promise<string> {
  const utpid = (await registry.locate({ supplier, code }))?.utpid
  if (typeof utpid !== 'string') throw new Error(`${supplier}:${code} leads to no active product.`)
  return utpid
}

/** Returns the codes of the records of a product, in the order of the product. */
export async function codesOf(registry: Registry, utpid: string): Promise<string[]> {
  return (await registry.get(utpid))?.records.map(({ record }) => `${record.supplier}:${record.code}`) ?? []
}

export async function eventsAfter(registry: Registry, change: number): Promise<RegistryEvent[]> {
  return (await registry.events({ after: change })).flatMap(({ events }) => events)
}

/** Fails unless a call is rejected with an error code and writes nothing. */
export async function expectRefused(
  { registry, storage }: { readonly registry: Registry; readonly storage: Storage },
  call: (registry: Registry) => Promise<unknown>,
  refusal: Readonly<Record<string, unknown>> & { readonly code: string },
): Promise<void> {
  const { change } = await storage.ledger.head()
  const outcome = await call(registry).then(
    (answer) => ({ answer }),
    (error: unknown) => error,
  )
  expect(outcome).toMatchObject({ name: 'RegistryError', ...refusal })
  expect((await storage.ledger.head()).change).toBe(change)
  await expectConsistent(storage)
}
