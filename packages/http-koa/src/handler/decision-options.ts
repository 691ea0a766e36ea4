import type { ProductDecisionOptions } from '@utpid/core/operations'
import { type Defined, defined } from '@utpid/core/storage'
import { expectedProducts } from '../response/headers/entity-tag.ts'
import type { Call } from '../route/route.ts'

/**
 * Returns the options of a curator decision: actor, idempotency key and expected revisions (`If-Match`).
 *
 * @param given - Options of the request.
 */
export function decisionOptions<Given extends object>(
  { actor, idempotencyKey, header, signal }: Pick<Call, 'actor' | 'idempotencyKey' | 'header' | 'signal'>,
  given: Given,
): Defined<Given> & ProductDecisionOptions {
  const preconditions = expectedProducts(header('if-match'))
  return { ...defined(given), actor, signal, merged: 'reject', ...defined({ idempotencyKey, preconditions }) }
}
