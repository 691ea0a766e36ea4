import type { z } from 'zod'
import type { Fault } from '../response/problem.ts'

/** Converts the issues of a schema into faults for the caller. */
export function faultsOf({ issues }: z.ZodError, root: string): Fault[] {
  return issues.flatMap((issue) => {
    const path = [root, ...issue.path.map(String)].filter((part) => part !== '').join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: `${path === '' ? '' : `${path}.`}${key}`,
        code: 'unknown_field',
        message: 'is unknown',
      }))
    }
    const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    const message = isMissing ? 'is missing' : sentenceOf(issue.message)
    return [{ path: path === '' ? 'body' : path, code: issue.code, message }]
  })
}

/**
 * Turns the message of a schema into a phrase that follows the field name. Only zod's own messages start with a capital
 * letter.
 */
function sentenceOf(message: string): string {
  const text = message.endsWith('.') ? message.slice(0, -1) : message
  return /^[A-Z][a-z]/.test(text) ? `is invalid: ${text[0]?.toLowerCase()}${text.slice(1)}` : text
}
