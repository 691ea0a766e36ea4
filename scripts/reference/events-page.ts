import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UNASKED_EVENTS, WEBHOOK_EVENTS } from '@utpid/service'
import { ROOT } from '../repository/root.ts'
import { codeTable, page, table } from './page.ts'

const SOURCE = 'packages/core/src/model/registry-event.ts'

export function eventsPage(): string {
  return page(
    'Events',
    'Each commit is one change of the feed, and tells what happened in it. A program that holds the registry reads `registry.events({ after })`, over HTTP it is `GET /registry/changes`; [webhooks](../guide/serve.md#webhooks) are told by names of their own, which also name jobs and quotas.',
    '## In the feed of changes',
    table(['type', 'meaning', 'fields'], registryEvents()),
    '## By webhook',
    '`registry.product.*` subscribes to all events of products. Deliveries are signed and may come twice or late: `sequence` orders them.',
    codeTable(WEBHOOK_EVENTS),
    'Sent unasked:',
    codeTable(UNASKED_EVENTS),
  )
}

/** The comment above each member of the union is its documentation; one without is an error. */
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
