import type { Registry } from '@utpid/core'

/*
 * What the calls of a registry take and answer, under the names that core has for it.
 */

export type DecisionOptions = Parameters<Registry['dismiss']>[2]
export type DecisionReport = Awaited<ReturnType<Registry['dismiss']>>
export type PinnedFields = Parameters<Registry['pin']>[1]
export type VerifyOptions = Parameters<Registry['verify']>[1]
export type VerificationReport = Awaited<ReturnType<Registry['verify']>>
export type Lineage = NonNullable<Awaited<ReturnType<Registry['lineage']>>>
export type LineageStory = Lineage['steps'][number]
export type HistoryEntry = Awaited<ReturnType<Registry['history']>>[number]
export type Alias = Parameters<Registry['addAliases']>[0][number]
export type EndReport = Awaited<ReturnType<Registry['end']>>
