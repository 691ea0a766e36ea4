import type { JSX } from 'preact'
import { QUEUE_VIEWS, type QueueFilter, type QueueView, queueLink } from './queue-filter.ts'

const VIEW_TEXTS: Readonly<Record<QueueView, string>> = {
  cards: 'One by one',
  list: 'List',
  groups: 'Groups of like questions',
}

/** Links to the views of one queue. */
export function ViewLinks({ filter, view }: { readonly filter: QueueFilter; readonly view: QueueView }): JSX.Element {
  return (
    <nav class="row" aria-label="View">
      {QUEUE_VIEWS.map((each) => (
        <a
          key={each}
          class={`button small ${each === view ? 'primary' : ''}`}
          href={queueLink(filter, each)}
          aria-current={each === view ? 'page' : undefined}
        >
          {VIEW_TEXTS[each]}
        </a>
      ))}
    </nav>
  )
}
