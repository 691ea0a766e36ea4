import type { ProductDecisionOptions } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { expectedProducts } from '../response/headers/entity-tag.ts'
import type { Call } from '../route/route.ts'

/** Returns the options of a curator decision: actor, idempotency key and expected revisions (`If-Match`). */
export function decisionOptions({
  actor,
  idempotencyKey,
  header,
  signal,
}: Pick<Call, 'actor' | 'idempotencyKey' | 'header' | 'signal'>): ProductDecisionOptions {
  const preconditions = expectedProducts(header('if-match'))
  return {
    actor,
    signal,
    merged: 'reject',
    ...defined({ idempotencyKey, preconditions }),
  }
}
