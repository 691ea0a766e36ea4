import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { signedInMember } from '../../data/api/session.ts'
import { readSession } from '../../data/api/sign-in.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { transferOwnership } from '../../data/security/security.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check } from '../../ui/field.tsx'
import { Failure, Loaded } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { SessionTable } from '../security/session-table.tsx'
import type { Member } from './member-table.tsx'

interface MemberSecurityProps {
  readonly member: Member
  readonly onClose: () => void
  readonly onChange: () => void
}

/** Sessions and second factor of a member, for owners and admins, and the transfer of ownership. */
export function MemberSecurity({ member, onClose, onChange }: MemberSecurityProps): JSX.Element {
  const asked = useRequest((signal) => api.memberSessions(member.id, { signal }), member.id)
  const end = useAction(async () => {
    await api.endMemberSessions(member.id)
    showToast(`${member.name} is signed out everywhere.`)
    asked.refresh()
  })
  const reset = useAction(async () => {
    await api.resetTotp(member.id)
    showToast(`The second factor of ${member.name} is off.`)
    onChange()
    onClose()
  })
  const self = signedInMember()
  return (
    <Dialog title={`Security of ${member.name}`} onClose={onClose}>
      <div class="stack loose">
        <p>
          {member.provider ? 'Signs in with the sign-in provider. ' : ''}
          {member.totp ? 'The password has a second factor.' : 'The password has no second factor.'}
        </p>
        <Loaded asked={asked}>{({ results }) => <SessionTable label="Open sessions" sessions={results} />}</Loaded>
        {end.error !== undefined && <Failure error={end.error} />}
        {reset.error !== undefined && <Failure error={reset.error} />}
        <div class="actions">
          <Button isBusy={end.isBusy} onPress={() => void end.run()}>
            End all sessions
          </Button>
          {member.totp && (
            <Button kind="danger" isBusy={reset.isBusy} onPress={() => void reset.run()}>
              Remove the second factor
            </Button>
          )}
        </div>
        {self?.role === 'owner' && self.id !== member.id && member.status === 'active' && (
          <Transfer
            member={member}
            onDone={() => {
              onChange()
              onClose()
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

function Transfer({ member, onDone }: { readonly member: Member; readonly onDone: () => void }): JSX.Element {
  const [isSure, setSure] = useState(false)
  const transfer = useAction(async () => {
    await transferOwnership(member.id)
    await readSession()
    showToast(`${member.name} is an owner now. You are an admin.`)
    onDone()
  })
  return (
    <section class="stack" aria-label="Transfer of ownership">
      <h3>Transfer of ownership</h3>
      <Check
        label={`Make ${member.name} an owner, and me an admin. Only an owner can undo this.`}
        isChecked={isSure}
        onInput={setSure}
      />
      {transfer.error !== undefined && <Failure error={transfer.error} />}
      <div class="actions">
        <Button kind="danger" isDisabled={!isSure} isBusy={transfer.isBusy} onPress={() => void transfer.run()}>
          Transfer ownership
        </Button>
      </div>
    </section>
  )
}
