import { describe, expect, test } from 'vitest'
import { MAX_WORDS, proseFindings } from '../prose/prose-rules.ts'
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

  test('a sentence may have %i words and not one more', () => {
    const sentence = (count: number): string => `${Array.from({ length: count }, () => 'word').join(' ')}.`
    expect(words(`${sentence(MAX_WORDS)} ${sentence(MAX_WORDS)}`)).toEqual([])
    expect(words(sentence(MAX_WORDS + 1))).toHaveLength(1)
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

  test('comments and sentences are found with their lines, code in them is not', () => {
    expect(textsOfSource('a.tsx', source)).toEqual([
      { kind: 'comment', line: 1, text: 'Reads x of a table.' },
      { kind: 'comment', line: 4, text: 'First line and second.' },
      { kind: 'string', line: 6, text: 'The table x has no rows.' },
      { kind: 'string', line: 7, text: 'Nothing was found here.' },
      { kind: 'comment', line: 7, text: 'at the end' },
    ])
  })
})
