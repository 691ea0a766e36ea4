import { openFlexsearch } from './flexsearch-engine.ts'
import { openMinisearch } from './minisearch-engine.ts'
import { openOrama } from './orama-engine.ts'
import type { SearchEngine } from './search-engine.ts'

export const BASELINES = ['flexsearch', 'minisearch', 'orama'] as const

export type Baseline = (typeof BASELINES)[number]

export function openBaseline(name: Baseline): SearchEngine {
  return { flexsearch: openFlexsearch, minisearch: openMinisearch, orama: openOrama }[name]()
}
