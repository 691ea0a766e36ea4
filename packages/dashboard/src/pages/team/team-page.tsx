import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Failure, Loaded } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { InvitationLink, InviteMember } from './invite-member.tsx'
import { MemberSecurity } from './member-security.tsx'
import { type Member, type MemberChange, MemberTable } from './member-table.tsx'
import { Services } from './services.tsx'

type Opened =
  | { readonly what: 'invite' }
  | { readonly what: 'link'; readonly text: string; readonly expiresAt: string }
  | { readonly what: 'remove' | 'security'; readonly member: Member }
  | undefined

/** Page with the members of the account, their roles, and services. */
export function TeamPage(): JSX.Element {
  const [opened, setOpened] = useState<Opened>(undefined)
  const asked = useRequest((signal) => api.members({ signal }), 'members')
  const mayWrite = may('team:write')
  const close = (): void => setOpened(undefined)
  const change = useAction(async (member: Member, changed: MemberChange) => {
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
              <MemberTable
                members={results}
                mayWrite={mayWrite}
                onChange={change.run}
                onLink={link.run}
                onRemove={(member) => setOpened({ what: 'remove', member })}
                onSecurity={(member) => setOpened({ what: 'security', member })}
              />
            )
          }
        </Loaded>
      </Panel>
      <Services mayWrite={mayWrite} />
      {opened?.what === 'invite' && <InviteMember onClose={close} onDone={asked.refresh} />}
      {opened?.what === 'link' && <InvitationLink text={opened.text} expiresAt={opened.expiresAt} onClose={close} />}
      {opened?.what === 'security' && (
        <MemberSecurity member={opened.member} onClose={close} onChange={asked.refresh} />
      )}
      {opened?.what === 'remove' && (
        <Confirm
          title={`Remove ${opened.member.name}?`}
          verb="Remove"
          action={remove}
          onConfirm={() => void remove.run(opened.member)}
          onClose={close}
        >
          <p>They are signed out, and the keys assigned to them are revoked. This cannot be undone.</p>
        </Confirm>
      )}
    </PageFrame>
  )
}
