import type { Client } from '@utpid/client'
import type { CallOptions, Why, WhyNot } from '@utpid/core'
import type { Asked, WhyNotReason } from '@utpid/core/operations'
import { callOf } from './remote-reads.ts'

type Pair = readonly [Asked, Asked]

/** As `Registry.why`. */
export async function whyRemotely(client: Client, pair: Pair, options: CallOptions): Promise<Why> {
  const { reasons: _, ...why } = await askWhy(client, pair, options)
  return why
}

/** As `Registry.whyNot`. */
export async function whyNotRemotely(client: Client, pair: Pair, options: CallOptions): Promise<WhyNot> {
  const { path: _path, weakest: _weakest, keptBy: _keptBy, ...whyNot } = await askWhy(client, pair, options)
  return whyNot
}

/** A service answers both questions in one response. */
async function askWhy(
  client: Client,
  [a, b]: Pair,
  options: CallOptions,
): Promise<Why & { readonly reasons: readonly WhyNotReason[] }> {
  return (await client.explain(
    { a: a as string | object, b: b as string | object },
    callOf(options),
  )) as unknown as Why & {
    readonly reasons: readonly WhyNotReason[]
  }
}
