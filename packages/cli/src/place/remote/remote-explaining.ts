import type { Client } from '@utpid/client'
import type { CallOptions, MatchExplanation, NonMatchExplanation } from '@utpid/core'
import type { NonMatchReason, PairRef } from '@utpid/core/operations'
import { callOf } from './remote-reads.ts'

type Pair = readonly [PairRef, PairRef]

/** Does the same as `Registry.why`. */
export async function explainMatchRemotely(
  client: Client,
  pair: Pair,
  options: CallOptions,
): Promise<MatchExplanation> {
  const { reasons: _, ...why } = await requestExplanation(client, pair, options)
  return why
}

/** Does the same as `Registry.whyNot`. */
export async function explainNonMatchRemotely(
  client: Client,
  pair: Pair,
  options: CallOptions,
): Promise<NonMatchExplanation> {
  const { path: _path, weakest: _weakest, keptBy: _keptBy, ...whyNot } = await requestExplanation(client, pair, options)
  return whyNot
}

/** One response of a service answers both questions. */
async function requestExplanation(
  client: Client,
  [a, b]: Pair,
  options: CallOptions,
): Promise<MatchExplanation & { readonly reasons: readonly NonMatchReason[] }> {
  return (await client.explain(
    { a: a as string | object, b: b as string | object },
    callOf(options),
  )) as unknown as MatchExplanation & {
    readonly reasons: readonly NonMatchReason[]
  }
}
