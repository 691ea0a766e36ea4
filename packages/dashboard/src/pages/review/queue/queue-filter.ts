import type { Queries } from '@utpid/client'
import { linkTo } from '../../../routing/place.ts'

export const QUEUE_VIEWS = ['cards', 'list', 'groups'] as const
export type QueueView = (typeof QUEUE_VIEWS)[number]

/** The filter and order of the queue, as the address of the page has them. An empty text means no filter. */
export interface QueueFilter {
  readonly order: string
  readonly supplier: string
  readonly country: string
  readonly city: string
  readonly kind: string
  readonly reason: string
  readonly group: string
  readonly marked: string
  /** The lowest confidence in percent. */
  readonly from: string
  readonly to: string
  /** The first day of detection. */
  readonly since: string
}

export const NO_FILTER: QueueFilter = {
  order: '',
  supplier: '',
  country: '',
  city: '',
  kind: '',
  reason: '',
  group: '',
  marked: '',
  from: '',
  to: '',
  since: '',
}

/** Reads the filter and the view from the address of the page. */
export function readPlace(query: URLSearchParams): { readonly filter: QueueFilter; readonly view: QueueView } {
  const filter = Object.fromEntries(Object.keys(NO_FILTER).map((name) => [name, query.get(name) ?? '']))
  const view = QUEUE_VIEWS.find((each) => each === query.get('view')) ?? 'cards'
  return { filter: filter as unknown as QueueFilter, view }
}

/** Returns the address of the queue with a filter in a view. */
export function queueLink(filter: QueueFilter, view: QueueView): string {
  return linkTo(['review'], { view: view === 'cards' ? '' : view, ...filter })
}

/** Whether a filter leaves out any alert. */
export function isFiltered({ order: _, ...filter }: QueueFilter): boolean {
  return Object.values(filter).some((value) => value !== '')
}

/** Says what is wrong with a filter; undefined for a usable filter. */
export function filterFault({ from, to, since }: QueueFilter): string | undefined {
  for (const text of [from, to]) {
    if (text !== '' && !(Number(text) >= 0 && Number(text) <= 100)) return 'Likelihood is a number of 0 to 100 percent.'
  }
  if (from !== '' && to !== '' && Number(from) > Number(to)) return 'The lowest likelihood is above the highest one.'
  return since !== '' && Number.isNaN(Date.parse(since)) ? '“Found since” must be a day.' : undefined
}

/** Converts a filter to a query of the service. */
export function alertQuery({ from, to, since, ...texts }: QueueFilter): Queries['alerts'] {
  const given = Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]))
  return {
    ...Object.fromEntries(given),
    ...(from === '' ? {} : { minConfidence: Number(from) / 100 }),
    ...(to === '' ? {} : { maxConfidence: Number(to) / 100 }),
    ...(since === '' ? {} : { detectedFrom: new Date(since).toISOString() }),
  }
}
