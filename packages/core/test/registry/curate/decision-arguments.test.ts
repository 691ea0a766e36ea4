import type { Registry } from '@utpid/core'
import { describe, expect, test } from 'vitest'
import { ACTOR, expectRefused, utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { readWhole } from '../../support/registry-state.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

const EMPTY: unknown[] = []

/** Nonsense values that untyped callers may send. */
const NONSENSE: readonly unknown[] = [
  undefined,
  null,
  5,
  Number.NaN,
  true,
  '',
  EMPTY,
  [null],
  {},
  Object.create(null),
  () => 1,
  Symbol('s'),
]

type Call = (registry: Registry, given: never, utpid: string) => Promise<unknown>

/** Calls in which one argument is nonsense and all others are good. */
const PLACES: readonly (readonly [what: string, call: Call, allowed: readonly unknown[]])[] = [
  ['merge, first', (registry, given, utpid) => registry.merge(given, utpid, ACTOR), []],
  ['merge, second', (registry, given, utpid) => registry.merge(utpid, given, ACTOR), []],
  ['merge, options', (registry, given, utpid) => registry.merge(utpid, utpid, given), []],
  ['merge, by', (registry, given, utpid) => registry.merge(utpid, utpid, { actor: given }), []],
  [
    'merge, survivor',
    async (registry, given, utpid) =>
      registry.merge(utpid, await utpidOf(registry, QUILL), { ...ACTOR, survivor: given }),
    [undefined],
  ],
  ['dismiss, first', (registry, given, utpid) => registry.dismiss(given, utpid, ACTOR), []],
  ['dismiss, second', (registry, given, utpid) => registry.dismiss(utpid, given, ACTOR), []],
  ['resolve, alert', (registry, given) => registry.resolve(given, { ...ACTOR, resolution: 'merge' }), ['']],
  ['resolve, resolution', (registry, given) => registry.resolve('x', { ...ACTOR, resolution: given }), []],
  ['resolve, options', (registry, given) => registry.resolve('x', given), []],
  ['reopen, alert', (registry, given) => registry.reopen(given, ACTOR), ['']],
  ['split, product', (registry, given) => registry.split(given, [ZEPHYR], ACTOR), []],
  ['split, codes', (registry, given, utpid) => registry.split(utpid, given, ACTOR), []],
  ['split, a code', (registry, given, utpid) => registry.split(utpid, [given], ACTOR), []],
  [
    'split, the code of one',
    (registry, given, utpid) => registry.split(utpid, [{ supplier: 'alpha', code: given }], ACTOR),
    [],
  ],
  [
    'split, its supplier',
    (registry, given, utpid) => registry.split(utpid, [{ supplier: given, code: 'A1' }], ACTOR),
    [],
  ],
  ['split, keeps', (registry, given, utpid) => registry.split(utpid, [ZEPHYR], { ...ACTOR, keep: given }), [undefined]],
  ['undo, change', (registry, given) => registry.undo(given, ACTOR), []],
  ['delete, product', (registry, given) => registry.delete(given, ACTOR), []],
  ['delete, options', (registry, given, utpid) => registry.delete(utpid, given), []],
  ['pin, product', (registry, given) => registry.pin(given, { stars: 5 }, ACTOR), []],
  ['pin, fields', (registry, given, utpid) => registry.pin(utpid, given, ACTOR), []],
  ['pin, a value', (registry, given, utpid) => registry.pin(utpid, { name: given }, ACTOR), []],
  ['pin, a point', (registry, given, utpid) => registry.pin(utpid, { coordinates: given }, ACTOR), []],
  ['unpin, product', (registry, given) => registry.unpin(given, undefined, ACTOR), []],
  ['unpin, fields', (registry, given, utpid) => registry.unpin(utpid, given, ACTOR), [undefined, EMPTY]],
  ['unpin, a field', (registry, given, utpid) => registry.unpin(utpid, [given], ACTOR), []],
  ['verify, product', (registry, given) => registry.verify(given, ACTOR), []],
  ['verify, method', (registry, given, utpid) => registry.verify(utpid, { ...ACTOR, method: given }), [undefined]],
  [
    'verify, evidence',
    (registry, given, utpid) => registry.verify(utpid, { ...ACTOR, evidence: given }),
    [undefined, ''],
  ],
  ['verify, note', (registry, given, utpid) => registry.verify(utpid, { ...ACTOR, note: given }), [undefined, '']],
  [
    'verify, dry run',
    (registry, given, utpid) => registry.verify(utpid, { ...ACTOR, dryRun: given }),
    [undefined, true],
  ],
  ['unverify, product', (registry, given) => registry.unverify(given, ACTOR), []],
  ['unverify, by', (registry, given, utpid) => registry.unverify(utpid, { actor: given }), []],
  ['lineage, product', (registry, given) => registry.lineage(given), []],
  ['lineage, at', (registry, given, utpid) => registry.lineage(utpid, { at: given }), [undefined]],
  ['history, product', (registry, given) => registry.history(given), []],
  ['addAliases, list', (registry, given) => registry.addAliases(given), [EMPTY]],
  ['addAliases, one', (registry, given) => registry.addAliases([given]), []],
  ['addAliases, alias', (registry, given, utpid) => registry.addAliases([{ alias: given, utpid }]), []],
  ['addAliases, product', (registry, given) => registry.addAliases([{ alias: 'OLD-1', utpid: given }]), []],
  ['end, code', (registry, given) => registry.deactivate(given), []],
  ['end, the code of one', (registry, given) => registry.deactivate({ supplier: 'alpha', code: given }), [5]],
  ['end, its supplier', (registry, given) => registry.deactivate({ supplier: given, code: 'A1' }), [5]],
  ['endSupplier, id', (registry, given) => registry.deactivateSupplier(given), [5]],
  ['setSupplier', (registry, given) => registry.setSupplier(given), []],
  ['setSupplier, id', (registry, given) => registry.setSupplier({ id: given }), []],
  ['setSupplier, name', (registry, given) => registry.setSupplier({ id: 'alpha', name: given }), [undefined]],
  [
    'setSupplier, priority',
    (registry, given) => registry.setSupplier({ id: 'alpha', priority: given }),
    [undefined, 5],
  ],
  ['import, full', (registry, given) => registry.import([], { supplier: 'alpha', full: given }), [undefined, true]],
  [
    'import, allowLoss',
    (registry, given) => registry.import([ZEPHYR, QUILL], { supplier: 'alpha', full: true, allowLoss: given }),
    [undefined],
  ],
  ['import, supplier', (registry, given) => registry.import([], { supplier: given, full: true }), [undefined]],
]

describe('invalid arguments are validation_failed and write nothing', () => {
  test.each(PLACES)('%s', async (_, call, allowed) => {
    const world = await openRegistry()
    await world.registry.import([ZEPHYR, ZEPHYR_BY_BETA, QUILL])
    const utpid = await utpidOf(world.registry, ZEPHYR)
    for (const given of NONSENSE.filter((each) => !allowed.includes(each))) {
      await expectRefused(world, (registry) => call(registry, given as never, utpid), { code: 'validation_failed' })
    }
  })
})

test('a decision requires an actor of 1 to 200 characters, and a note of at most 2,000', async () => {
  const world = await openRegistry()
  await world.registry.import([ZEPHYR, QUILL])
  const [utpid, other] = [await utpidOf(world.registry, ZEPHYR), await utpidOf(world.registry, QUILL)]
  const verified = world.registry.verify(utpid, { ...ACTOR, evidence: 'a\u0000b' })
  await expect(verified).rejects.toMatchObject({ code: 'validation_failed' })
  const notes = ['x'.repeat(2_001), 'a\u0000b', 'a\ud800'].map((note) => ({ ...ACTOR, note }))
  for (const wrong of [{}, { actor: ' ' }, { actor: 'x'.repeat(201) }, ...notes]) {
    const options = wrong as typeof ACTOR
    const calls: ((registry: Registry) => Promise<unknown>)[] = [
      (registry) => registry.merge(utpid, other, options),
      (registry) => registry.dismiss(utpid, other, options),
      (registry) => registry.delete(utpid, options),
      (registry) => registry.pin(utpid, { stars: 5 }, options),
      (registry) => registry.unpin(utpid, undefined, options),
      (registry) => registry.verify(utpid, options),
      (registry) => registry.unverify(utpid, options),
      (registry) => registry.undo(1, options),
    ]
    for (const call of calls) await expectRefused(world, call, { code: 'validation_failed' })
  }
})

test('actor and note are trimmed, in judgements too', async () => {
  const { registry, storage } = await openRegistry()
  await registry.import([ZEPHYR, QUILL])
  const [utpid, other] = [await utpidOf(registry, ZEPHYR), await utpidOf(registry, QUILL)]
  await registry.dismiss(utpid, other, { actor: ' anna ', note: ' two houses\n' })
  const [entry] = (await registry.history(utpid)).filter(({ type }) => type === 'decision')
  expect(entry).toMatchObject({ actor: 'anna', note: 'two houses' })
  const { judgements } = await readWhole(storage)
  expect(judgements).toMatchObject([{ actor: 'anna', note: 'two houses' }])
})
