import { type Registry, RegistryError } from '@utpid/core'
import { isPreconditionMet, productTag } from '../answer/entity-tag.ts'

/**
 * Writes to a product only when it is as the caller last read it.
 *
 * @param header - `If-Match`; absent: it may be as it likes.
 * @throws `precondition_failed`
 */
export async function checkPrecondition(
  registry: Registry,
  utpid: string,
  header: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (header === undefined) return
  const product = await registry.get(utpid, { signal })
  if (product !== undefined && isPreconditionMet(header, productTag(product))) return
  throw new RegistryError('precondition_failed', 'The product is no longer as If-Match says; read it again.')
}
