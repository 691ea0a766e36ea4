import { type ErrorCode, RegistryError } from '@utpid/core'
import { expect } from 'vitest'

/**
 * Expects that a call fails with an error code and with a message that gives advice.
 *
 * @returns the error, for checks of its details.
 */
export async function expectError(code: ErrorCode, call: () => Promise<unknown>): Promise<RegistryError> {
  let error: unknown
  try {
    await call()
  } catch (thrown) {
    error = thrown
  }
  expect(error, `expected a RegistryError ${code}`).toBeInstanceOf(RegistryError)
  const found = error as RegistryError
  expect(found.code, found.message).toBe(code)
  expect(found.message.length, 'the message is a sentence').toBeGreaterThan(20)
  return found
}
