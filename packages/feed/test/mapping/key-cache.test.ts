import { expect, test } from 'vitest'
import { foldKey } from '../../src/mapping/field-key.ts'
import { KeyCache } from '../../src/mapping/key-cache.ts'
import { resolveKey } from '../../src/mapping/resolve-key.ts'

const MANY = 25_000

test('a full cache forgets old keys and keeps new ones', () => {
  const cache = new KeyCache<number>()
  for (let at = 0; at < MANY; at++) cache.set(`key ${at}`, at)
  expect(cache.get(`key ${MANY - 1}`)).toBe(MANY - 1)
  expect(cache.has('key 0')).toBe(false)
})

test('a feed with data as keys does not end the caching of the keys of later feeds', () => {
  for (let at = 0; at < MANY; at++) resolveKey(foldKey(`p${at}:a`))
  // The meaning is created once, and then is the same object.
  const meaning = resolveKey('hotel phone 2')
  expect(meaning).toBeDefined()
  expect(resolveKey('hotel phone 2')).toBe(meaning)
})
