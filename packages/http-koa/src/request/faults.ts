import type { z } from 'zod'
import type { Fault } from '../response/problem.ts'

/** What a schema found wrong, as callers are told it. */
export function faultsOf({ issues }: z.ZodError, root: string): Fault[] {
  return issues.flatMap((issue) => {
    const path = [root, ...issue.path.map(String)].filter((part) => part !== '').join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: `${path === '' ? '' : `${path}.`}${key}`,
        code: 'unknown_field',
        message: 'is unknown here',
      }))
    }
    const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    const message = isMissing ? 'is missing' : sentenceOf(issue.message)
    return [{ path: path === '' ? 'body' : path, code: issue.code, message }]
  })
}

/** Messages of schemas are written to follow the name of the field, some by zod itself with a capital letter. */
function sentenceOf(message: string): string {
  const text = message.endsWith('.') ? message.slice(0, -1) : message
  return /^[A-Z][a-z]/.test(text) ? `is wrong: ${text[0]?.toLowerCase()}${text.slice(1)}` : text
}
