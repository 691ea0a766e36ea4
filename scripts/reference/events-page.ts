import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UNSUBSCRIBED_EVENTS, WEBHOOK_EVENTS } from '@utpid/service/internal'
import { ROOT } from '../repository/root.ts'
import { codeTable, page, table } from './page.ts'

const SOURCE = 'packages/core/src/model/registry-event.ts'

export function eventsPage(): string {
  return page(
    'Events',
    'Each transaction is one change of the change feed, with its events. Programs read it with `registry.events({ after })`, or over HTTP with `GET /registry/changes`. [Webhooks](../guide/serve.md#webhooks) have their own event names, also for jobs and quotas.',
    '## In the change feed',
    table(['type', 'meaning', 'fields'], registryEvents()),
    '## By webhook',
    '`registry.product.*` subscribes to all events of products. Deliveries are signed. They may arrive twice or late: `sequence` orders them.',
    codeTable(WEBHOOK_EVENTS),
    'Sent unasked:',
    codeTable(UNSUBSCRIBED_EVENTS),
  )
}

/**
 * Reads the documentation of each event from the comment above the event.
 *
 * @throws Error if a comment is missing.
 */
function registryEvents(): string[][] {
  const source = readFileSync(join(ROOT, SOURCE), 'utf8')
  const members = [...source.matchAll(/(?:\/\*\*([^/]*?)\*\/\s*)?\|\s*\{([^}]*)\}/g)]
  return members.map(([, comment = '', fields = '']) => {
    const meaning = comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim()
    const names = [...fields.matchAll(/readonly (\w+): ([^\n;]+)/g)].map(([, name = '', type = '']) => ({ name, type }))
    const type = names.find(({ name }) => name === 'type')?.type ?? ''
    if (meaning === '' || type === '') throw new Error(`${SOURCE}: an event has no type, or no comment above it`)
    const others = names.filter(({ name }) => name !== 'type').map(({ name }) => `\`${name}\``)
    return [`\`${type.replaceAll("'", '').trim()}\``, meaning, others.join(', ')]
  })
}
