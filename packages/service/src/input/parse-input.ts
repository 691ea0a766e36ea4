import { RegistryError } from '@utpid/core'
import type { z } from 'zod'

const MAX_ERRORS = 100

/**
 * Parses the input of a caller with a schema.
 *
 * @throws `validation_failed` with `details.errors`, each a path and a message.
 */
export function parseInput<Input>(schema: z.ZodType<Input>, input: unknown): Input {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.slice(0, MAX_ERRORS).map(({ path, code, message }) => ({
    path: path.join('.'),
    code,
    message,
  }))
  const first = errors[0]
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `
  throw new RegistryError('validation_failed', `${where}${first?.message ?? 'does not have the required form'}.`, {
    details: { errors },
  })
}
