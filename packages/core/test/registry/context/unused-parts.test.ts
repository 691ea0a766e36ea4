import { createMemoryStorage } from '@utpid/adapter-memory'
import { expect, test } from 'vitest'
import { unusedParts, unusedPartsText } from '../../../src/registry/context/unused-parts.ts'
import { createRegistry } from '../../../src/registry/create-registry.ts'
import { restoreRegistry } from '../../../src/registry/export/restore-registry.ts'
import { replica } from '../../../src/registry/replica/replica.ts'
import { defaultSchema } from '../../../src/schema/default-schema.ts'
import { extendSchema } from '../../../src/schema/extend-schema.ts'
import { fieldComparison } from '../../../src/schema/field-comparison.ts'
import { QUILL } from '../../support/sample-hotels.ts'

const SCHEMA = extendSchema(defaultSchema, {
  name: 'owners',
  fields: {
    owner: {
      version: 2,
      type: { kind: 'text', maxCharacters: 80 },
      label: 'Owner',
      example: 'Seine Holding',
      feature: { codec: 'text' },
    },
  },
  comparisons: [
    fieldComparison<string>({
      name: 'same_owner',
      version: 3,
      description: 'Whether the owners are equal.',
      field: 'owner',
      levels: ['same', 'different'],
      profiles: ['lodging'],
      compare: (left, right) => (left === right ? 'same' : 'different'),
    }),
  ],
})
const PARTS = [
  { kind: 'field', name: 'owner', version: 2 },
  { kind: 'comparison', name: 'same_owner', version: 3 },
]

test('readers without the schema keep the values and know which parts they do not use', async () => {
  const primary = createMemoryStorage()
  const registry = await createRegistry({ storage: primary, schema: SCHEMA })
  await registry.import([{ ...QUILL, owner: 'Seine Holding' }])
  const restored = createMemoryStorage()
  const reader = await createRegistry({ storage: primary, outdated: 'open' })
  await restoreRegistry(restored, reader.export())
  const copy = await replica({ primary, local: () => createMemoryStorage() })
  for (const storage of [primary, restored, copy]) {
    expect(await unusedParts(storage)).toEqual(PARTS)
    expect(await unusedParts(storage, SCHEMA)).toEqual([])
    const plain = await createRegistry({ storage, outdated: 'open' })
    const { utpid } = (await plain.locate({ supplier: QUILL.supplier, code: QUILL.code })) ?? {}
    expect((await plain.get(utpid ?? ''))?.records[0]?.record).toMatchObject({ owner: 'Seine Holding' })
    await expect(plain.match(QUILL)).rejects.toMatchObject({ code: 'index_outdated' })
    const opened = await createRegistry({ storage, schema: SCHEMA })
    expect((await opened.match({ ...QUILL, owner: 'SEINE holding' })).decision).toBe('match')
  }
  expect(await unusedParts(createMemoryStorage())).toEqual([])
  await copy.close()
})

test('the notice names every part', () => {
  const [field, comparison] = PARTS as [never, never]
  expect(unusedPartsText([])).toBeUndefined()
  expect(unusedPartsText([field])).toMatch(/^The storage has the field "owner" \(version 2\) of another schema\. /)
  expect(unusedPartsText([field, comparison])).toMatch(
    /has the field "owner" \(version 2\) and the comparison "same_owner" \(version 3\) of another schema\. .*Open it with that schema to use them\.$/,
  )
})
