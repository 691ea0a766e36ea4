import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { needsCode, signIn } from '../../data/api/sign-in.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

/** Form for signing in with a key. */
export function KeyForm(): JSX.Element {
  const [key, setKey] = useState('')
  const action = useAction(() => signIn({ key: key.trim() }))
  return (
    <Form label="Sign in with a key" action={action} verb="Sign in">
      <TextField
        label="Key"
        type="password"
        value={key}
        onInput={setKey}
        isRequired
        hint="The service shows its first key once, at its first start. You see what the key may do."
      />
    </Form>
  )
}

/** Form for signing in with a password, and with a code if the member has a second factor. */
export function PasswordForm(): JSX.Element {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const action = useAction(async () => {
    try {
      await signIn({ email, password })
    } catch (error) {
      if (!needsCode(error)) throw error
      setCodeNeeded(true)
    }
  })
  if (isCodeNeeded) return <CodeForm email={email} password={password} onBack={() => setCodeNeeded(false)} />
  return (
    <Form label="Sign in with a password" action={action} verb="Sign in">
      <TextField label="E-mail" type="email" value={email} onInput={setEmail} isRequired autocomplete="username" />
      <TextField
        label="Password"
        type="password"
        value={password}
        onInput={setPassword}
        isRequired
        autocomplete="current-password"
        hint="You chose it when you accepted your invitation."
      />
    </Form>
  )
}

interface CodeFormProps {
  readonly email: string
  readonly password: string
  readonly onBack: () => void
}

function CodeForm({ email, password, onBack }: CodeFormProps): JSX.Element {
  const [code, setCode] = useState('')
  const action = useAction(() => signIn({ email, password, code: code.trim() }))
  return (
    <Form label="Enter the code" action={action} verb="Sign in" others={<Button onPress={onBack}>Back</Button>}>
      <TextField
        label="Code"
        value={code}
        onInput={setCode}
        isRequired
        isFocused
        autocomplete="one-time-code"
        hint="Six digits from your authenticator app, or one of your recovery codes."
      />
    </Form>
  )
}
