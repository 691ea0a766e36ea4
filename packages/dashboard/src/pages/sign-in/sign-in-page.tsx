import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { signIn } from '../../data/api/sign-in.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

const WAYS = [
  ['key', 'Key'],
  ['member', 'Member'],
] as const
type Way = (typeof WAYS)[number][0]

/** Page for signing in with a key, or as an invited member. */
export function SignInPage({ isExpired }: { readonly isExpired: boolean }): JSX.Element {
  const [way, setWay] = useState<Way>('key')
  const [key, setKey] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const action = useAction(() => signIn(way === 'key' ? { key: key.trim() } : { email, password }))
  return (
    <SignInFrame title="Sign in">
      {isExpired && <p class="notice warn">The session has expired. Sign in again.</p>}
      <WayChoice
        way={way}
        onChoose={(chosen) => {
          setWay(chosen)
          action.clear()
        }}
      />
      <Form label="Sign in" action={action} verb="Sign in">
        {way === 'key' ? (
          <TextField
            label="Key"
            type="password"
            value={key}
            onInput={setKey}
            isRequired
            hint="The service shows its first key once, at its first start. You see what the key may do."
          />
        ) : (
          <>
            <TextField
              label="E-mail"
              type="email"
              value={email}
              onInput={setEmail}
              isRequired
              autocomplete="username"
            />
            <TextField
              label="Password"
              type="password"
              value={password}
              onInput={setPassword}
              isRequired
              autocomplete="current-password"
              hint="You chose it when you accepted your invitation."
            />
          </>
        )}
      </Form>
    </SignInFrame>
  )
}

function WayChoice({ way, onChoose }: { readonly way: Way; readonly onChoose: (way: Way) => void }): JSX.Element {
  return (
    <fieldset>
      <legend class="hidden-text">Sign in with</legend>
      <div class="choice">
        {WAYS.map(([each, label]) => (
          <label key={each}>
            <input type="radio" name="way" checked={way === each} onChange={() => onChoose(each)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
