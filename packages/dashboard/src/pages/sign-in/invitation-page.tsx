import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { takeUpInvitation } from '../../data/api/sign-in.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { goTo } from '../../routing/route.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Page that an invitation link opens. The secret of the invitation follows `#` in the URL, so no server logs it. */
export function InvitationPage({ invitation }: { readonly invitation: string }): JSX.Element {
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const action = useAction(async () => {
    await takeUpInvitation(invitation, password)
    setDone(true)
  })
  if (isDone) {
    return (
      <SignInFrame title="Welcome">
        <p>Your password is set. Sign in with your e-mail address and this password.</p>
        <div class="actions">
          <Button kind="primary" onPress={() => goTo('#/')}>
            Go to sign-in
          </Button>
        </div>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Choose a password">
      <Form label="Choose a password" action={action} verb="Accept the invitation">
        <TextField
          label="New password"
          type="password"
          value={password}
          onInput={setPassword}
          isRequired
          autocomplete="new-password"
          hint="At least 10 characters. A sentence is easy to remember."
        />
      </Form>
    </SignInFrame>
  )
}
