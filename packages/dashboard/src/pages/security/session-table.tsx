import type { JSX } from 'preact'
import { browserName } from '../../data/security/browser-name.ts'
import type { OpenSession } from '../../data/security/security.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, When } from '../../ui/marks.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const METHODS: Readonly<Record<OpenSession['method'], string>> = {
  password: 'password',
  provider: 'sign-in provider',
  key: 'key',
}

interface SessionTableProps {
  readonly label: string
  readonly sessions: readonly OpenSession[]
  /** Ends a session. Absent: the table has no buttons. */
  readonly onEnd?: (session: OpenSession) => void
}

/** Table of open sessions. */
export function SessionTable({ label, sessions, onEnd }: SessionTableProps): JSX.Element {
  const actions: readonly Column<OpenSession>[] =
    onEnd === undefined
      ? []
      : [
          {
            label: 'Actions',
            isActions: true,
            show: (session) =>
              !session.current && (
                <Button isSmall label={`End ${nameOf(session)}`} onPress={() => onEnd(session)}>
                  End
                </Button>
              ),
          },
        ]
  return (
    <Table
      label={label}
      rows={sessions}
      keyOf={({ id }) => id}
      empty={<p class="dim">No open sessions.</p>}
      columns={[
        {
          label: 'Browser',
          isName: true,
          show: (session) => (
            <span class="row">
              {browserName(session.userAgent)}
              {session.current && <Badge tone="accent">this one</Badge>}
            </span>
          ),
        },
        { label: 'Address', show: ({ address }) => address },
        { label: 'Signed in with', show: ({ method }) => METHODS[method] },
        { label: 'Signed in', show: ({ createdAt }) => <When at={createdAt} /> },
        { label: 'Last used', show: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
        ...actions,
      ]}
    />
  )
}

function nameOf({ userAgent, address }: OpenSession): string {
  return `${browserName(userAgent)}${address === null ? '' : ` at ${address}`}`
}
