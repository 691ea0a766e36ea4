import { expect, test } from 'vitest'
import { utpidOf } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { ZEPHYR, ZEPHYR_BY_BETA } from '../../support/sample-hotels.ts'

test('a product shows the details of all its records, each with its records', async () => {
  const { registry } = await openRegistry()
  await registry.import([
    { ...ZEPHYR, images: ['https://img.example/1.jpg'], description: 'Short.', fax: '+47 55 10 00 09' },
    {
      ...ZEPHYR_BY_BETA,
      images: [{ url: 'https://img.example/2.jpg', caption: 'Lobby' }],
      description: 'A longer text.',
    },
  ])
  const product = await registry.get(await utpidOf(registry, ZEPHYR))
  const [alpha, beta] = [ZEPHYR, ZEPHYR_BY_BETA].map(({ supplier, code }) => ({ supplier, code }))
  expect(product?.details).toEqual({
    fields: {
      images: [{ url: 'https://img.example/1.jpg' }, { url: 'https://img.example/2.jpg', caption: 'Lobby' }],
      description: 'A longer text.',
      fax: '+47 55 10 00 09',
    },
    provenance: { images: [alpha, beta], description: [beta], fax: [alpha] },
  })
  expect(product?.records.map(({ record }) => record.fax)).toEqual(['+47 55 10 00 09', undefined])
})

test('a product without such values has no details', async () => {
  const { registry } = await openRegistry()
  await registry.import([{ supplier: 'alpha', code: '9', name: 'Hotel Bare' }])
  expect(await registry.get(await utpidOf(registry, { supplier: 'alpha', code: '9' }))).not.toHaveProperty('details')
})

test('details follow the survivorship rules of a field', async () => {
  const { registry } = await openRegistry({
    survivorshipRules: { order: ['priority'], fields: { description: [{ suppliers: ['alpha'] }] } },
  })
  await registry.import([
    { ...ZEPHYR, description: 'Short.' },
    { ...ZEPHYR_BY_BETA, description: 'A longer text.' },
  ])
  expect((await registry.get(await utpidOf(registry, ZEPHYR)))?.details?.fields).toEqual({ description: 'Short.' })
})
