import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { ROLES } from '../../data/api/scopes.ts'
import { may } from '../../data/api/session.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Badge, type Tone, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Failure, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { InvitationLink, InviteMember } from './invite-member.tsx'
import { Services } from './services.tsx'

type Member = Answers['members']['results'][number]
type Opened =
  | { readonly what: 'invite' }
  | { readonly what: 'link'; readonly text: string; readonly expiresAt: string }
  | { readonly what: 'remove'; readonly member: Member }
  | undefined

const TONES: Readonly<Record<Member['status'], Tone>> = { active: 'good', invited: 'warn', disabled: 'bad' }

/** Members of the account with their roles, and services. */
export function TeamPage(): JSX.Element {
  const [opened, setOpened] = useState<Opened>(undefined)
  const asked = useRequest((signal) => api.members({ signal }), 'members')
  const mayWrite = may('team:write')
  const close = (): void => setOpened(undefined)
  const change = useAction(async (member: Member, changed: Parameters<typeof api.updateMember>[1]) => {
    await api.updateMember(member.id, changed)
    showToast(`${member.name} was changed.`)
    asked.refresh()
  })
  const link = useAction(async (member: Member) => {
    const { invitation } = await api.linkMember(member.id)
    setOpened({ what: 'link', ...invitation })
  })
  const remove = useAction(async (member: Member) => {
    await api.removeMember(member.id)
    showToast(`${member.name} was removed.`)
    close()
    asked.refresh()
  })
  return (
    <PageFrame
      title="Team and services"
      about="Members sign in here. Services are programs to which keys can be assigned."
      actions={
        mayWrite && (
          <Button kind="primary" onPress={() => setOpened({ what: 'invite' })}>
            Invite a member
          </Button>
        )
      }
    >
      {change.error !== undefined && <Failure error={change.error} />}
      {link.error !== undefined && <Failure error={link.error} />}
      <Panel title="Members">
        <Loaded asked={asked}>
          {({ results }) =>
            results.length === 0 ? (
              <Empty title="No members yet">Invite a member with a link. No mail server is needed.</Empty>
            ) : (
              <Table
                label="Members"
                rows={results}
                keyOf={({ id }) => id}
                columns={[
                  { label: 'Name', isName: true, show: ({ name }) => name },
                  { label: 'E-mail', show: ({ email }) => email },
                  {
                    label: 'Role',
                    show: (member) => (mayWrite ? <RoleChoice member={member} onChoose={change.run} /> : member.role),
                  },
                  { label: 'Status', show: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
                  { label: 'Since', show: ({ createdAt }) => <When at={createdAt} /> },
                  {
                    label: 'Actions',
                    isActions: true,
                    show: (member) =>
                      mayWrite && (
                        <span class="row">
                          <Button isSmall label={`New link for ${member.name}`} onPress={() => void link.run(member)}>
                            New link
                          </Button>
                          {member.status !== 'invited' && (
                            <Button
                              isSmall
                              label={`${member.status === 'active' ? 'Disable' : 'Enable'} ${member.name}`}
                              onPress={() =>
                                void change.run(member, { status: member.status === 'active' ? 'disabled' : 'active' })
                              }
                            >
                              {member.status === 'active' ? 'Disable' : 'Enable'}
                            </Button>
                          )}
                          <Button
                            isSmall
                            kind="danger"
                            label={`Remove ${member.name}`}
                            onPress={() => setOpened({ what: 'remove', member })}
                          >
                            Remove
                          </Button>
                        </span>
                      ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Panel>
      <Services mayWrite={mayWrite} />
      {opened?.what === 'invite' && <InviteMember onClose={close} onDone={asked.refresh} />}
      {opened?.what === 'link' && <InvitationLink text={opened.text} expiresAt={opened.expiresAt} onClose={close} />}
      {opened?.what === 'remove' && (
        <Confirm
          title={`Remove ${opened.member.name}?`}
          verb="Remove"
          isBusy={remove.isBusy}
          error={remove.error}
          onConfirm={() => void remove.run(opened.member)}
          onClose={close}
        >
          <p>They are signed out, and the keys assigned to them are revoked. This cannot be undone.</p>
        </Confirm>
      )}
    </PageFrame>
  )
}

function RoleChoice({
  member,
  onChoose,
}: {
  readonly member: Member
  readonly onChoose: (member: Member, changed: { readonly role: Member['role'] }) => Promise<boolean>
}): JSX.Element {
  return (
    <select
      class="small-select"
      aria-label={`Role of ${member.name}`}
      value={member.role}
      onChange={({ currentTarget }) => void onChoose(member, { role: currentTarget.value as Member['role'] })}
    >
      {ROLES.map(([role]) => (
        <option key={role} value={role}>
          {role}
        </option>
      ))}
    </select>
  )
}
