import type { Bodies } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { ROLES } from '../../data/api/scopes.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { linkTo } from '../../routing/place.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { When } from '../../ui/marks.tsx'
import { SecretText } from '../../ui/secret-text.tsx'

type Invited = Bodies['inviteMember']

interface InviteMemberProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Dialog for inviting a member. The member uses the link to choose a password. */
export function InviteMember({ onClose, onDone }: InviteMemberProps): JSX.Element {
  const [draft, setDraft] = useState<Invited>({ name: '', email: '', role: 'reviewer' })
  const [made, setMade] = useState<{ readonly text: string; readonly expiresAt: string } | undefined>(undefined)
  const action = useAction(async () => {
    const { invitation } = await api.inviteMember(draft)
    setMade(invitation)
    onDone()
  })
  if (made !== undefined) return <InvitationLink {...made} onClose={onClose} />
  return (
    <Dialog title="Invite a member" onClose={onClose}>
      <Form label="Invite a member" action={action} verb="Create link">
        <TextField label="Name" value={draft.name} onInput={(name) => setDraft({ ...draft, name })} isRequired />
        <TextField
          label="E-mail"
          type="email"
          value={draft.email}
          onInput={(email) => setDraft({ ...draft, email })}
          isRequired
          hint="Used for signing in. No e-mail is sent."
        />
        <SelectField
          label="Role"
          value={draft.role}
          onInput={(role) => setDraft({ ...draft, role: role as Invited['role'] })}
          options={ROLES.map(([role, about]) => [role, `${role}: ${about}`] as const)}
        />
      </Form>
    </Dialog>
  )
}

/** Shows the link of an invitation. The secret of the invitation follows `#`, so servers never receive it. */
export function InvitationLink({
  text,
  expiresAt,
  onClose,
}: {
  readonly text: string
  readonly expiresAt: string
  readonly onClose: () => void
}): JSX.Element {
  return (
    <Dialog title="Send this link to the member" onClose={onClose}>
      <p>
        It is shown only once, sets a password once, and expires <When at={expiresAt} />.
      </p>
      <SecretText text={`${location.href.split('#')[0]}${linkTo(['invitation', text])}`} label="Link" />
    </Dialog>
  )
}
