import { expect, test } from 'vitest'
import { TextColumn } from '../src/text-column.ts'

test('decodes front-coded texts unchanged, even if two letters share a byte', () => {
  // The two letters of the second pair share their first byte in UTF-8.
  const texts = ['', 'Ab', 'Abbe', 'Abbe', 'é', 'ê', '東京', '東京都']
  const shared = [0, 0, 2, 4, 0, 1, 0, 6]
  const rest = Buffer.concat(texts.map((text, index) => Buffer.from(`${text}\n`).subarray(shared[index])))
  const column = new TextColumn(Buffer.from(shared), rest)
  expect(column.length).toBe(texts.length)
  expect(texts.map((_, index) => column.at(index))).toEqual(texts)
})

test('a column may be empty', () => {
  expect(new TextColumn(Buffer.alloc(0), Buffer.alloc(0)).length).toBe(0)
})
