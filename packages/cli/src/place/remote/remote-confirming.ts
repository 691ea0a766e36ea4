import type { Client } from '@utpid/client'
import type { CallOptions, Confirmation, UnconfirmedInput } from '@utpid/core'
import type { ConfirmInput } from '@utpid/core/operations'
import { callOf } from './remote-reads.ts'

/** Does the same as `Registry.confirm`. */
export async function confirmRemotely(
  client: Client,
  record: unknown,
  utpid: string,
  options: CallOptions = {},
): Promise<Confirmation> {
  return (await client.confirm({ record: record as object, utpid }, callOf(options))) as Confirmation
}

/** Does the same as `Registry.confirmBatch`. A service answers at least one input, so an empty batch sends nothing. */
export async function confirmBatchRemotely(
  client: Client,
  inputs: readonly ConfirmInput[],
  options: CallOptions = {},
): Promise<(Confirmation | UnconfirmedInput)[]> {
  if (inputs.length === 0) return []
  const sent = inputs.map(({ record, utpid }) => ({ record: record as object, utpid }))
  const answer = await client.confirm({ inputs: sent }, callOf(options))
  return (answer as { readonly results: readonly unknown[] }).results as (Confirmation | UnconfirmedInput)[]
}
