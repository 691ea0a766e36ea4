import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { usePages } from '../../data/hooks/use-pages.ts'
import { textOf } from '../../data/product/record-fields.ts'
import { Badge, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

type Entry = Answers['audit']['results'][number]

const PAGE = 50

/** Page with the changes of the account and their authors. */
export function AuditPage(): JSX.Element {
  const pages = usePages<Entry>((cursor, signal) => api.audit({ cursor, limit: PAGE }, { signal }), 'audit')
  return (
    <PageFrame title="Audit" about="Changes of the account with their actors: keys, members, webhooks, sessions.">
      <section class="panel panel-body" aria-label="Changes">
        <PagedList pages={pages} empty={<Empty title="No changes yet" />}>
          {(rows) => (
            <Table
              label="Changes"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { label: 'What', isName: true, show: ({ action }) => <Badge tone="accent">{action}</Badge> },
                { label: 'When', show: ({ createdAt }) => <When at={createdAt} /> },
                { label: 'Who', show: (entry) => <span class="mono small">{whoOf(entry)}</span> },
                {
                  label: 'Target',
                  show: ({ target }) => target !== undefined && <span class="mono small">{textOf(target)}</span>,
                },
                {
                  label: 'Details',
                  show: ({ details }) => details !== undefined && <span class="dim">{textOf(details)}</span>,
                },
              ]}
            />
          )}
        </PagedList>
      </section>
    </PageFrame>
  )
}

function whoOf({ memberId, keyId }: Entry): string {
  if (typeof memberId === 'string') return `member ${memberId}`
  return typeof keyId === 'string' ? `key ${keyId}` : 'operator'
}
