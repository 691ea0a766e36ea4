import { expect, test } from 'vitest'
import { codeLines } from '../../house/source-measures.ts'

test('comments and blank lines are no lines of code', () => {
  const text = `
/** Documentation. */
export interface Row {
  /**
   * An id.
   */
  readonly id: string // a comment after code
}

// A comment.
export const text = \`first

third\`
`
  expect(codeLines({ path: 'row.ts', text })).toBe(6)
})
