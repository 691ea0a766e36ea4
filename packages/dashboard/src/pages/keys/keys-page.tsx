import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import type { PageProps } from '../../routing/page.ts'
import { linkTo } from '../../routing/place.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type Tone, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { CreateKey } from './create-key.tsx'
import { KeyDetails } from './key-details.tsx'
import { RevokeKey, RotateKey } from './key-dialogs.tsx'

export type Key = Answers['keys']['results'][number]

type Opened = { readonly what: 'create' } | { readonly what: 'rotate' | 'revoke'; readonly key: Key } | undefined

interface OpenProps {
  readonly onOpen: (opened: Opened) => void
}

const TONES: Readonly<Record<string, Tone>> = { active: 'good', expired: 'warn', revoked: 'bad', disabled: 'warn' }

/** Page with the keys of the account, or only the keys of the signed-in member. */
export function KeysPage({ rest }: PageProps): JSX.Element {
  const [opened, setOpened] = useState<Opened>(undefined)
  const asked = useRequest((signal) => api.keys({ signal }), 'keys')
  const mayWrite = may('keys:write', 'keys:own')
  const close = (): void => setOpened(undefined)
  const [id] = rest
  const chosen = asked.data?.results.find((key) => key.id === id)
  return (
    <PageFrame
      title="Keys"
      about="Programs call the API with keys. A key never exceeds the permissions of its creator."
      actions={
        mayWrite && (
          <Button kind="primary" onPress={() => setOpened({ what: 'create' })}>
            Create a key
          </Button>
        )
      }
    >
      {chosen !== undefined && <KeyDetails key={chosen.id} shown={chosen} />}
      <Panel title="All keys">
        <Loaded asked={asked}>
          {({ results }) =>
            results.length === 0 ? (
              <Empty title="No keys yet">Create a key to call the API.</Empty>
            ) : (
              <KeyTable keys={results} mayWrite={mayWrite} onOpen={setOpened} />
            )
          }
        </Loaded>
      </Panel>
      {opened?.what === 'create' && <CreateKey onClose={close} onDone={asked.refresh} />}
      {opened?.what === 'rotate' && <RotateKey shown={opened.key} onClose={close} onDone={asked.refresh} />}
      {opened?.what === 'revoke' && <RevokeKey shown={opened.key} onClose={close} onDone={asked.refresh} />}
    </PageFrame>
  )
}

function KeyTable({
  keys,
  mayWrite,
  onOpen,
}: OpenProps & { readonly keys: readonly Key[]; readonly mayWrite: boolean }): JSX.Element {
  return (
    <Table
      label="Keys"
      rows={keys}
      keyOf={(key) => key.id}
      columns={[
        {
          label: 'Name',
          isName: true,
          show: (key) => <a href={linkTo(['keys', key.id])}>{key.name}</a>,
        },
        { label: 'Starts with', show: ({ start }) => <code>{start}…</code> },
        { label: 'State', show: (key) => <State shown={key} /> },
        { label: 'Scopes', show: ({ scopes }) => <span class="mono">{scopes.join(' ')}</span> },
        { label: 'Limits', show: limitsOf },
        { label: 'Last used', show: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
        {
          label: 'Expires',
          show: ({ expiresAt }) => (expiresAt === undefined ? '' : <When at={expiresAt} />),
        },
        {
          label: 'Actions',
          isActions: true,
          show: (key) => mayWrite && key.state === 'active' && <KeyActions shown={key} onOpen={onOpen} />,
        },
      ]}
    />
  )
}

function KeyActions({ shown, onOpen }: OpenProps & { readonly shown: Key }): JSX.Element {
  return (
    <span class="row">
      <Button isSmall label={`Rotate ${shown.name}`} onPress={() => onOpen({ what: 'rotate', key: shown })}>
        Rotate
      </Button>
      <Button
        isSmall
        kind="danger"
        label={`Revoke ${shown.name}`}
        onPress={() => onOpen({ what: 'revoke', key: shown })}
      >
        Revoke
      </Button>
    </span>
  )
}

function State({ shown: { state = 'active', mode, overlapUntil } }: { readonly shown: Key }): JSX.Element {
  const isOverlapping = overlapUntil !== undefined && Date.parse(overlapUntil) > Date.now()
  return (
    <span class="row">
      <Badge tone={TONES[state] ?? 'plain'}>{state}</Badge>
      {mode === 'test' && <Badge>test</Badge>}
      {isOverlapping && (
        <span class="small dim">
          old secret works until <When at={overlapUntil} />
        </span>
      )}
    </span>
  )
}

function limitsOf({ burstPerSecond, sustained }: Key): string {
  return [
    burstPerSecond === undefined ? '' : `${burstPerSecond}/s`,
    sustained === undefined ? '' : `${sustained.requests} in ${sustained.perSeconds} s`,
  ]
    .filter((each) => each !== '')
    .join(', ')
}
