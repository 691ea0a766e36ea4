import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { attackName, attacksOn, attackText } from '../patterns/attacks.ts'
import { patternsIn } from '../patterns/pattern-in-source.ts'
import { PatternVerdicts } from '../patterns/pattern-verdicts.ts'

test('finds patterns in literals and constructors of constants, with lines and reasons', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'limits.ts'), `export const MOST = { marks: 30 } as const\n`)
  const file = join(folder, 'source.ts')
  writeFileSync(
    file,
    [
      `import { MOST as ALL } from './limits.ts'`,
      `const LETTER = 'a-z'`,
      `const SPACES = /\\s+$/gu // no "/pattern/" of a text`,
      `export const a = new RegExp(\`[\${LETTER}]{\${ALL.marks}}\`, 'u')`,
      `export const b = new RegExp(SPACES, 'g')`,
      `/** linear: each is one letter. */`,
      `export const c = (words: string[]) => new RegExp(words.join('|'))`,
      `export const d = (words: string[]) => RegExp(words.join('|'))`,
      `export const e = "a/b/c".split('/').map((x) => x.replace(/(a+)+$/, ''))`,
    ].join('\n'),
  )
  const found = patternsIn(file).map(({ place, ...rest }) => ({ line: Number(place.split(':').at(-1)), ...rest }))
  expect(found).toEqual([
    { line: 3, pattern: { source: '\\s+$', flags: 'gu' }, reason: undefined },
    { line: 4, pattern: { source: '[a-z]{30}', flags: 'u' }, reason: undefined },
    { line: 5, pattern: { source: '\\s+$', flags: 'g' }, reason: undefined },
    { line: 7, pattern: undefined, reason: 'each is one letter.' },
    { line: 8, pattern: undefined, reason: undefined },
    { line: 9, pattern: { source: '(a+)+$', flags: '' }, reason: undefined },
  ])
})

test('reports a backtracking pattern with the text that attacks it', () => {
  const verdicts = new PatternVerdicts()
  const before = verdicts.of({ source: '^\\s*([\\w.-]+)\\s*[=:]\\s*(.+?)\\s*$', flags: '' })
  expect(before.isLinear).toBe(false)
  expect(before.detail).toMatch(/polynomial.*attacked by .*repeat\(/s)
  expect(verdicts.of({ source: '^[\\w.-]+$', flags: '' })).toEqual({ isLinear: true, detail: '' })
})

test('an attack reaches a repeating part, repeats it and fails after it', () => {
  const attacks = attacksOn({ source: '^a=\\s*(\\d+)%$', flags: '' }).map(attackName)
  expect(attacks).toContain('"a=" + " " ... + "x"')
  expect(attacks).toContain('"a=" + "1" ... + "x"')
  expect(attackText({ prefix: '1', pump: '  ', suffix: 'x' }, 10)).toBe('1        x')
})
