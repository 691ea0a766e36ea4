import { expect, test } from 'vitest'
import { printable } from '../../src/text/printable.ts'
import { cut, table } from '../../src/text/table.ts'

test('columns are aligned by what a terminal shows: wide characters take two places', () => {
  const rows = [
    ['月見堂', '1'],
    ['Aurora', '22'],
  ]
  expect(table([{ title: 'name' }, { title: 'n', align: 'right' }], rows)).toBe('name     n\n月見堂   1\nAurora  22\n')
})

test('text is cut between whole characters, to the width it may take', () => {
  expect(cut('abc', 3)).toBe('abc')
  expect(cut('abcd', 3)).toBe('ab…')
  expect(cut('月見堂', 4)).toBe('月…')
  expect(cut('👨‍👩‍👧x', 2)).toBe('…')
})

test('control characters of a feed never reach the terminal', () => {
  expect(printable('a\u001b[2Jb\nc\u202ed')).toBe('a [2Jb c d')
  expect(table([{ title: 'name' }], [['a\u001b[31m']])).not.toContain('\u001b')
})
