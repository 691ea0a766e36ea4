import { describe, expect, test } from 'vitest'
import { MAX_WORDS, proseFindings } from '../prose/prose-rules.ts'
import { isProse } from '../prose/repository-texts.ts'
import { textsOfSource } from '../prose/texts-of-source.ts'

function words(text: string): string[] {
  return proseFindings(text).map((finding) => finding.words)
}

describe('proseFindings', () => {
  test.each([
    ['What nobody reads is thrown away.', 'What'],
    ['Reads. Whoever is nearest wins.', 'Whoever'],
    ['@param key - One that was asked before.', 'One that'],
    ['Those of the supplier.', 'Those of'],
    ['So many rows.', 'So many'],
    ['Of the supplier when fields to show are chosen.', 'Of the'],
    ['Seconds; 5 unless given.', 'unless given'],
    ['Opens it anew.', 'anew'],
    ['Keys that were used lately.', 'lately'],
    ['Rows beside the index.', 'beside'],
    ['The day begins.', 'begins'],
    ['Hence the limit.', 'Hence'],
    ['The index is told of it.', 'told'],
    ['A generation that was laid aside.', 'laid aside'],
    ['At most rowsMost rows.', 'rowsMost'],
    ['At most READ_MOST rows.', 'READ_MOST'],
  ])('%s', (text, found) => {
    expect(words(text)).toEqual([found])
  })

  test('a sentence may have at most the maximum of words', () => {
    const sentence = (count: number): string => `${Array.from({ length: count }, () => 'word').join(' ')}.`
    expect(words(`${sentence(MAX_WORDS)} ${sentence(MAX_WORDS)}`)).toEqual([])
    expect(words(sentence(MAX_WORDS + 1))).toHaveLength(1)
  })

  const many = (word: string): string => Array.from({ length: MAX_WORDS + 1 }, () => word).join(' ')

  test.each([many("d'Or"), `${many('la')} & ${many('bed-and-breakfast')}`])(
    'a list of words is not a sentence: %#',
    (list) => {
      expect(proseFindings(list, 'string')).toEqual([])
      expect(proseFindings(list, 'comment')).toHaveLength(1)
    },
  )

  test('a list of words has no commas, and its old words are reported', () => {
    expect(proseFindings(`--full: ${many('word')}`, 'string')).toHaveLength(1)
    expect(proseFindings(`Delete, then ${many('word')}`, 'string')).toHaveLength(1)
    expect(proseFindings('opens the registry anew', 'string')).toHaveLength(1)
  })

  test('cells of a table and items of a list are sentences', () => {
    const half = Array.from({ length: MAX_WORDS - 1 }, () => 'word').join(' ')
    expect(words(`${half} | ${half}`)).toEqual([])
    expect(words(`${half} - ${half}`)).toEqual([])
    expect(words(`${half} ${half}`)).toHaveLength(1)
  })

  test('names of parameters are not checked, except names of limits', () => {
    expect(words('@param begin - First bytes of the body.')).toEqual([])
    expect(words('@param first - Where the body begins.')).toEqual(['begins'])
    expect(words('@param bytesMost - Bytes of the body.')).toEqual(['bytesMost'])
  })

  test.each([
    'What do you want to delete?',
    'Returns the rows of the supplier.',
    'Deactivate records missing from the feed. Default: false.',
  ])('plain: %s', (text) => {
    expect(words(text)).toEqual([])
  })
})

describe('textsOfSource', () => {
  const source = [
    '/** Reads `rows` of\n * a table. */',
    'export const name = "one two"',
    '// First line',
    '// and second.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    'throw new Error(`The table ${name} has no rows.`)',
    'const x = <p>Nothing was found here.</p> // at the end',
  ].join('\n')

  test('finds comments and sentences with their lines, but no code in them', () => {
    expect(textsOfSource('a.tsx', source)).toEqual([
      { kind: 'comment', line: 1, text: 'Reads x of a table.' },
      { kind: 'comment', line: 4, text: 'First line and second.' },
      { kind: 'string', line: 6, text: 'The table x has no rows.' },
      { kind: 'string', line: 7, text: 'Nothing was found here.' },
      { kind: 'comment', line: 7, text: 'at the end' },
    ])
  })
  function stringsOf(...texts: readonly string[]): string[] {
    const code = texts.map((text) => `use(${JSON.stringify(text)})`).join('\n')
    return textsOfSource('a.ts', code).map(({ text }) => text)
  }

  test.each([
    'select id from products',
    'select pg_notify($1, $2) as sent',
    'with given as (select 1)',
    'insert into products values ($1)',
    'update products set id = 1',
    'delete from products where id = 1',
    'begin isolation level serializable',
    'create table products (id int)',
    'alter table products add id int',
    'drop schema if exists products',
    'set local lock_timeout = 1',
    'lock table products in share mode',
    'copy products from stdin',
    'explain (analyze) select 1',
    "local mode, now = ARGV[1], redis.call('TIME')",
    "const { join } = await import('node:path')",
    "import { join } from 'node:path'",
    'if (length > bytesMost) return true',
    ':root { color-scheme: light dark }',
  ])('code is not a text: %s', (code) => {
    expect(stringsOf(code, `\n  ${code}`)).toEqual([])
  })

  test.each([
    'select the records to delete',
    'with --full: maximum share of the records',
    'create a new key and revoke this one',
    'delete the folder, so that the copy is created again',
    'import takes an array of records',
    'set the limit of the account',
    'if the folder is damaged, restore it',
  ])('a message is a text: %s', (message) => {
    expect(stringsOf(message)).toEqual([message])
  })

  test('cells and rows of aligned tables are separated, other lines are joined', () => {
    const table = 'Keys of a record:\n\n  name   each of its\n         words\n  phone\n'
    const separated = 'Keys of a record: | name | each of its | words | phone |'
    expect(stringsOf(table)).toEqual([separated])
    const comment = table.replaceAll('\n', '\n * ')
    expect(textsOfSource('a.ts', `/** ${comment}*/`)).toEqual([{ kind: 'comment', line: 1, text: separated }])
    expect(stringsOf('Keys of\n  a record.\n\n  Not a table,\n  but a sentence.')).toEqual([
      'Keys of a record. Not a table, but a sentence.',
    ])
  })

  test('a closing block tag ends a sentence', () => {
    expect(stringsOf('<p>First <b>bold</b> words.</p><p>Second.</p>')).toEqual([
      '<p>First <b>bold</b> words.</p> | <p>Second.</p> |',
    ])
  })

  test('labels of rows are recognised', () => {
    const code = [
      "figures.push(['search.p99', `beside other work`, p99, 'ms'])",
      "const what = 'other work meanwhile, all'",
      "const rows = [{ what: 'searches beside writes' }]",
      "throw new Error('The option is unknown.')",
    ].join('\n')
    expect(textsOfSource('a.ts', code).map(({ kind }) => kind)).toEqual(['label', 'label', 'label', 'string'])
  })
})

describe('isProse', () => {
  test.each([
    ['packages/core/src/index.ts', 'string', true],
    ['packages/core/src/index.ts', 'label', true],
    ['packages/core/test/index.test.ts', 'comment', true],
    ['packages/core/test/index.test.ts', 'string', false],
    ['packages/storage-conformance/src/tests.ts', 'comment', true],
    ['packages/storage-conformance/src/tests.ts', 'string', false],
    ['scripts/packages/trial-programs.ts', 'string', false],
    ['bench/speed/main.ts', 'comment', true],
    ['bench/speed/main.ts', 'string', true],
    ['bench/speed/main.ts', 'label', false],
  ] as const)('%s: %s: %s', (path, kind, expected) => {
    expect(isProse(path, kind)).toBe(expected)
  })
})
