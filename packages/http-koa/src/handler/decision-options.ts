import type { ProductDecisionOptions } from '@utpid/core'
import { expectedProducts } from '../response/headers/entity-tag.ts'
import type { Call } from '../route/route.ts'

/** What a request says of a decision beside what is decided: who, once under which key, and on what it was read. */
export function decisionOptions({
  by,
  token,
  header,
  signal,
}: Pick<Call, 'by' | 'token' | 'header' | 'signal'>): ProductDecisionOptions {
  const expect = expectedProducts(header('if-match'))
  return {
    by,
    signal,
    merged: 'refuse',
    ...(token === undefined ? {} : { token }),
    ...(expect === undefined ? {} : { expect }),
  }
}
