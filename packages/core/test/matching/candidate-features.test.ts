import { expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import { CURRENT_RULES } from '../../src/features/rules/index-version.ts'
import { CandidateFeatures } from '../../src/matching/candidate-features.ts'
import type { CandidateColumns } from '../../src/storage/registry-index.ts'

/** Builds candidate columns of inputs from record ids. */
function columnsOf(...inputs: readonly (readonly number[])[]): CandidateColumns {
  const ids = inputs.flat()
  const encoded = ids.map((id) => CURRENT_RULES.encode(extractFeatures({ name: `Hotel ${id}` })))
  const featureOffsets = new Uint32Array(ids.length + 1)
  encoded.forEach((bytes, at) => {
    featureOffsets[at + 1] = (featureOffsets[at] as number) + bytes.length
  })
  const offsets = new Uint32Array(inputs.length + 1)
  inputs.forEach((own, at) => {
    offsets[at + 1] = (offsets[at] as number) + own.length
  })
  return {
    offsets,
    recordIds: Float64Array.from(ids),
    productIds: Float64Array.from(ids),
    keyHits: new Uint32Array(ids.length * 2),
    featureOffsets,
    bytes: Uint8Array.from(encoded.flatMap((bytes) => [...bytes])),
    skippedKeys: [],
  }
}

test('each row has the features of its record, and shared records are decoded once', () => {
  let decoded = 0
  const rules = {
    ...CURRENT_RULES,
    decode: (bytes: Uint8Array) => {
      decoded++
      return CURRENT_RULES.decode(bytes)
    },
  }
  const ids = [
    [1, 2, 3],
    [2, 4],
    [3, 2],
  ]
  const candidates = new CandidateFeatures(columnsOf(...ids), rules)
  const found = ids.flat().map((_, row) => candidates.of(row))
  expect(found).toEqual(ids.flat().map((id) => extractFeatures({ name: `Hotel ${id}` })))
  expect(found[1]).toBe(found[3])
  expect(found[2]).toBe(found[5])
  expect(decoded).toBe(4)
})
