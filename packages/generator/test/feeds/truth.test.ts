import { expect, test } from 'vitest'
import { STREAM } from '../../src/random/random.ts'
import { permute } from '../../src/suppliers/source-code.ts'
import { FEEDS, RECORDS } from '../support/sample-feeds.ts'

test('a code is unique within a supplier', () => {
  expect(new Set(RECORDS.map(({ source, sourceId }) => `${source} ${sourceId}`)).size).toBe(RECORDS.length)
})

test('returns for every record the product from which it was generated', () => {
  for (let index = 0; index < FEEDS.truth.productCount; index++) {
    for (const { source, sourceId } of FEEDS.recordsOf(index)) {
      expect(FEEDS.truth.productOf(source, sourceId)).toBe(index)
    }
  }
})

test('returns undefined for a record that is not in these feeds', () => {
  const { source, sourceId } = FEEDS.recordsOf(0)[0] ?? { source: '', sourceId: '' }
  expect(FEEDS.truth.productOf(source, sourceId)).toBe(0)
  expect(FEEDS.truth.productOf('nobody', sourceId)).toBeUndefined()
  expect(FEEDS.truth.productOf(source, `${sourceId}0`)).toBeUndefined()
  for (const code of ['', '-1', 'R', 'A', 'node/', '99999999999', 'R0000000001x']) {
    for (const { id } of FEEDS.suppliers) expect(FEEDS.truth.productOf(id, code)).toBeUndefined()
  }
  // Only about 1,200 of the 2^32 possible codes of a supplier are used, so none of these codes should occur.
  for (let code = 0; code < 200; code++) expect(FEEDS.truth.productOf('bedbank', String(code))).toBeUndefined()
})

test('the code of a second copy is valid only if this copy exists', () => {
  let single = 0
  let twice = 0
  for (let index = 0; index < FEEDS.truth.productCount; index++) {
    const copies = FEEDS.recordsOf(index).filter(({ source }) => source === 'bedbank').length
    const second = String(permute(index * 2 + 1, 20_261, STREAM.sourceId, 2))
    expect(FEEDS.truth.productOf('bedbank', second)).toBe(copies === 2 ? index : undefined)
    if (copies === 1) single++
    if (copies === 2) twice++
  }
  expect(single).toBeGreaterThan(500)
  expect(twice).toBeGreaterThan(0)
})

test('a code with other letter case or zeros is another code', () => {
  for (const { source, sourceId } of RECORDS.slice(0, 200)) {
    for (const other of [`0${sourceId}`, sourceId.toLowerCase(), `${sourceId} `]) {
      if (other !== sourceId) expect(FEEDS.truth.productOf(source, other)).toBeUndefined()
    }
  }
})

test('rejects an index out of range with the allowed range', () => {
  const count = FEEDS.truth.productCount
  for (const index of [-1, 0.5, count]) expect(() => FEEDS.truth.product(index)).toThrow(`0 to ${count - 1}`)
})
