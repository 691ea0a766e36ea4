import { expect, test } from 'vitest'
import { imagesOf, isAllowedImage } from '../../../src/data/product/images.ts'
import { parseRef } from '../../../src/data/product/record-code.ts'
import { extraName, fieldsOf } from '../../../src/data/product/record-fields.ts'

test.each([
  ['https://img.example.com/a.jpg', true],
  ['https://IMG.example.com/a.jpg', true],
  ['https://a.photos.example/b', true],
  ['https://a.b.photos.example/b', true],
  ['https://photos.example/b', false],
  ['https://evilphotos.example/b', false],
  ['http://img.example.com/a.jpg', false],
  ['https://img.example.com:8443/a.jpg', false],
  ['https://img.example.com.evil.example/a.jpg', false],
  ['https://img.example.com@evil.example/a.jpg', false],
])('%s is allowed: %s', (url, isAllowed) => {
  expect(isAllowedImage(url, ['img.example.com', '*.photos.example'])).toBe(isAllowed)
  expect(isAllowedImage(url, [])).toBe(false)
})

test('images are distinct web addresses, in the order of the supplier', () => {
  const images = [
    { url: 'https://a.example/1', caption: 'Front' },
    { url: 'javascript:alert(1)' },
    { url: 'data:image/png;base64,xx' },
    { url: 'https://a.example/1' },
    { url: 7 },
    { url: 'http://b.example/2' },
    { url: 'https://' },
  ]
  expect(imagesOf({ images })).toEqual([
    { url: 'https://a.example/1', caption: 'Front' },
    { url: 'http://b.example/2', caption: '' },
  ])
  expect(imagesOf({})).toEqual([])
  expect(imagesOf({ images: 'x' })).toEqual([])
})

test('unknown fields of a supplier have a row each, and images have none', () => {
  const fields = fieldsOf({
    name: 'A',
    images: [{ url: 'https://a.example' }],
    extra: { chef: 'Anaïs', pool: { m: 25 } },
  })
  expect(fields).toEqual([
    { name: 'name', text: 'A' },
    { name: 'extra.chef', text: 'Anaïs' },
    { name: 'extra.pool', text: 'm 25' },
  ])
  expect(['extra.chef', 'name'].map(extraName)).toEqual(['chef', undefined])
})

test.each([
  ['UTP-7Q3K9-M2X4T-E', 'UTP-7Q3K9-M2X4T-E'],
  ['bedbank:8841', { supplier: 'bedbank', code: '8841' }],
  ['bedbank:a:1', { supplier: 'bedbank', code: 'a:1' }],
])('%s is read as a product or a record', (text, ref) => {
  expect(parseRef(text)).toEqual(ref)
})
