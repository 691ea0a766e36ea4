import type { Answers, Bodies } from '@utpid/client'
import type { JSX } from 'preact'
import { ROLES } from '../../data/api/scopes.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type Tone, When } from '../../ui/marks.tsx'
import { Table } from '../../ui/table.tsx'

export type Member = Answers['members']['results'][number]
export type MemberChange = Bodies['updateMember']

interface MemberProps {
  readonly member: Member
}

interface MemberHandlers {
  readonly onChange: (member: Member, changed: MemberChange) => Promise<boolean>
  /** Creates a new invitation link. */
  readonly onLink: (member: Member) => Promise<boolean>
  readonly onRemove: (member: Member) => void
  /** Shows the sessions and the second factor of a member. */
  readonly onSecurity: (member: Member) => void
}

interface MemberTableProps extends MemberHandlers {
  readonly members: readonly Member[]
  readonly mayWrite: boolean
}

const TONES: Readonly<Record<Member['status'], Tone>> = { active: 'good', invited: 'warn', disabled: 'bad' }

/** Table of members with their roles, and with actions if permitted. */
export function MemberTable({ members, mayWrite, ...on }: MemberTableProps): JSX.Element {
  return (
    <Table
      label="Members"
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Name', isName: true, show: ({ name }) => name },
        { label: 'E-mail', show: ({ email }) => email },
        {
          label: 'Role',
          show: (member) => (mayWrite ? <RoleChoice member={member} onChange={on.onChange} /> : member.role),
        },
        { label: 'Status', show: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
        { label: 'Since', show: ({ createdAt }) => <When at={createdAt} /> },
        {
          label: 'Actions',
          isActions: true,
          show: (member) => mayWrite && <MemberActions member={member} {...on} />,
        },
      ]}
    />
  )
}

function MemberActions({ member, onChange, onLink, onRemove, onSecurity }: MemberProps & MemberHandlers): JSX.Element {
  return (
    <span class="row">
      <Button isSmall label={`New link for ${member.name}`} onPress={() => void onLink(member)}>
        New link
      </Button>
      {member.status !== 'invited' && (
        <Button
          isSmall
          label={`${member.status === 'active' ? 'Disable' : 'Enable'} ${member.name}`}
          onPress={() => void onChange(member, { status: member.status === 'active' ? 'disabled' : 'active' })}
        >
          {member.status === 'active' ? 'Disable' : 'Enable'}
        </Button>
      )}
      <Button isSmall label={`Security of ${member.name}`} onPress={() => onSecurity(member)}>
        Security
      </Button>
      <Button isSmall kind="danger" label={`Remove ${member.name}`} onPress={() => onRemove(member)}>
        Remove
      </Button>
    </span>
  )
}

function RoleChoice({ member, onChange }: MemberProps & Pick<MemberHandlers, 'onChange'>): JSX.Element {
  return (
    <select
      class="small-select"
      aria-label={`Role of ${member.name}`}
      value={member.role}
      onChange={({ currentTarget }) => void onChange(member, { role: currentTarget.value as Member['role'] })}
    >
      {ROLES.map(([role]) => (
        <option key={role} value={role}>
          {role}
        </option>
      ))}
    </select>
  )
}
