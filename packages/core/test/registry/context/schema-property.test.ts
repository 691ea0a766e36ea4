import { createMemoryStorage } from '@utpid/adapter-memory'
import type { Registry, Storage } from '@utpid/core'
import { few } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { text } from '../../../src/fields/field-type.ts'
import { unusedParts } from '../../../src/registry/context/unused-parts.ts'
import { createRegistry } from '../../../src/registry/create-registry.ts'
import type { CustomField } from '../../../src/schema/custom-field.ts'
import { defaultSchema } from '../../../src/schema/default-schema.ts'
import { extendSchema } from '../../../src/schema/extend-schema.ts'
import { fieldComparison } from '../../../src/schema/field-comparison.ts'
import type { RegistrySchema } from '../../../src/schema/registry-schema.ts'
import { indexRulesOf } from '../../../src/schema/schema-rules.ts'
import { expectConsistent } from '../../support/expect-consistent.ts'
import { QUILL, ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

/** The parts of a random extension, by name: the version of each part, or 0 for a part that it lacks. */
interface Parts {
  readonly owner: number
  readonly height: number
  readonly ownerKey: number
  readonly sameOwner: number
  readonly sameHeight: number
}

const version = fc.integer({ min: 0, max: 2 })
const parts: fc.Arbitrary<Parts> = fc.record({
  owner: version,
  height: version,
  ownerKey: version,
  sameOwner: version,
  sameHeight: version,
})
const values = fc.record({
  owner: fc.constantFrom('Seine Holding', 'Larches Trust', undefined),
  height: fc.constantFrom(12, 40, undefined),
})
const RECORDS = [ZEPHYR, ZEPHYR_BY_BETA, QUILL]
const TEXTS = { type: text(80), label: 'Owner', example: 'Seine Holding', feature: { codec: 'text' } } as const
const NUMBERS = {
  type: { kind: 'number', min: 0, max: 1_000 },
  label: 'Height',
  example: 40,
  feature: { codec: 'number' },
} as const

/** Returns the extension with some parts. Another version of a part computes something else. */
function schemaOf({ owner, height, ownerKey, sameOwner, sameHeight }: Parts): RegistrySchema {
  const fields: Record<string, CustomField> = {}
  if (owner > 0) fields.owner = { ...TEXTS, version: owner }
  if (height > 0) fields.height = { ...NUMBERS, version: height }
  const compared = (name: string, field: string, number: number) =>
    number === 0
      ? []
      : [
          fieldComparison<string | number>({
            name,
            version: number,
            description: 'Whether two values are equal.',
            field,
            levels: ['same', 'different'],
            profiles: ['lodging', 'generic'],
            bits: { same: 10 * number, different: -5 * number },
            compare: (left, right) => (left === right ? 'same' : 'different'),
          }),
        ]
  const rule = {
    name: 'owner_key',
    version: ownerKey,
    description: 'Records of one owner.',
    strength: ownerKey === 2 ? ('firm' as const) : ('loose' as const),
    contents: ({ added }: { added?: Readonly<Record<string, unknown>> }) =>
      typeof added?.owner === 'string' ? [added.owner] : [],
  }
  return extendSchema(defaultSchema, {
    name: 'random',
    fields,
    comparisons: [...compared('same_owner', 'owner', sameOwner), ...compared('same_height', 'height', sameHeight)],
    blockingRules: ownerKey === 0 ? [] : [rule],
  })
}

type Values = { readonly owner: string | undefined; readonly height: number | undefined }

async function filled(schema: RegistrySchema, given: readonly Values[]): Promise<Storage> {
  const storage = createMemoryStorage()
  const registry = await createRegistry({ storage, schema })
  await registry.import(RECORDS.map((record, at) => ({ ...record, ...given[at] })))
  return storage
}

/** Returns the matches of queries without their random UTPIDs, with every comparison. */
async function answers(registry: Registry, given: readonly Values[]): Promise<unknown> {
  const queries = [
    ...given.map((each) => ({ name: 'Ondrel', category: 'hotel', ...each })),
    ...RECORDS.map(({ supplier: _, code: __, ...record }, at) => ({ ...record, ...given[at] })),
  ]
  const results = await registry.mapBatch(queries, { explain: true, minConfidence: 0 })
  return results.map(({ decision, matches }) => ({
    decision,
    matches: matches
      .map(({ confidence, explanation }) => ({ confidence, explanation }))
      .sort((a, b) => ((a.explanation?.record.code ?? '') < (b.explanation?.record.code ?? '') ? -1 : 1)),
  }))
}

const NAMES = { owner: 'field "owner"', height: 'field "height"', ownerKey: 'blocking rule "owner_key"' } as const
const COMPARISONS = { sameOwner: 'same_owner', sameHeight: 'same_height' } as const

/** Returns the names of the parts with another version in two extensions. */
function differing<Name extends keyof Parts>(
  names: Readonly<Record<Name, string>>,
  one: Parts,
  other: Parts,
): string[] {
  return (Object.keys(names) as Name[]).filter((name) => one[name] !== other[name]).map((name) => names[name])
}

describe('a registry of one extension that is opened with another', () => {
  test('behaves as a registry of the other, or is refused by name with the difference until a rescore', async () => {
    await fc.assert(
      fc.asyncProperty(parts, parts, fc.tuple(values, values, values), async (before, after, given) => {
        const schema = schemaOf(after)
        const storage = await filled(schemaOf(before), given)
        const wanted = await answers(await createRegistry({ storage: await filled(schema, given), schema }), given)
        const additions = differing(NAMES, before, after)
        if (additions.length > 0) {
          const refusal = await createRegistry({ storage, schema }).catch((error: unknown) => error)
          expect(refusal).toMatchObject({ code: 'index_outdated' })
          const message = (refusal as Error).message.toLowerCase()
          expect(Object.values(NAMES).filter((name) => message.includes(`the ${name}`))).toEqual(additions)
        }
        const comparisons = differing(COMPARISONS, before, after)
        const opened = await createRegistry({ storage, schema, outdated: 'open' })
        const refused = await answers(opened, given).catch((error: unknown) => error)
        if (additions.length > 0) expect(refused).toMatchObject({ code: 'index_outdated' })
        else if (comparisons.length > 0) {
          const named = comparisons.toSorted().map((comparison) => ({ comparison }))
          expect(refused).toMatchObject({ code: 'model_outdated', details: { comparisons: named } })
        } else expect(refused).toEqual(wanted)
        const missing = (await unusedParts(storage, schema)).map(({ name }) => name)
        expect(missing.toSorted()).toEqual(missingParts(before, after).toSorted())
        await opened.rescore()
        expect(await answers(opened, given)).toEqual(wanted)
        await expectConsistent(storage, indexRulesOf(schema))
        expect(await unusedParts(storage, schema)).toEqual([])
      }),
      { numRuns: few(60) },
    )
  })
})

/** Returns the names of the parts that only the first extension has. */
function missingParts(before: Parts, after: Parts): string[] {
  const names = { owner: 'owner', height: 'height', ownerKey: 'owner_key', ...COMPARISONS }
  return (Object.keys(names) as (keyof Parts)[])
    .filter((name) => before[name] > 0 && after[name] === 0)
    .map((name) => names[name])
}
