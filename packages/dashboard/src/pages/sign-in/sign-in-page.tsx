import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Failure, Loading } from '../../ui/states.tsx'
import { KeyForm, PasswordForm } from './sign-in-forms.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

type Methods = Answers['signInMethods']

const WAYS = [
  ['key', 'Key'],
  ['member', 'Member'],
] as const
type Way = (typeof WAYS)[number][0]

interface SignInPageProps {
  readonly isExpired: boolean
  /** Why a sign-in with the provider failed. */
  readonly refusal: string | undefined
}

/** Page for signing in with the provider, with a password, or with a key. */
export function SignInPage({ isExpired, refusal }: SignInPageProps): JSX.Element {
  const methods = useRequest((signal) => api.signInMethods({ signal }), 'methods')
  useEffect(() => {
    document.title = 'Sign in · Travel Product Registry'
  }, [])
  return (
    <SignInFrame title="Sign in">
      {refusal !== undefined && (
        <p class="notice bad" role="alert">
          {refusal}
        </p>
      )}
      {isExpired && <p class="notice warn">The session has expired. Sign in again.</p>}
      {methods.error !== undefined && <Failure error={methods.error} onRetry={methods.refresh} />}
      {methods.data === undefined ? methods.error === undefined && <Loading /> : <Ways methods={methods.data} />}
    </SignInFrame>
  )
}

function Ways({ methods }: { readonly methods: Methods }): JSX.Element {
  const { provider, passwords } = methods
  const [way, setWay] = useState<Way>('key')
  if (provider === null) {
    return (
      <>
        <WayChoice way={way} onChoose={setWay} />
        {way === 'key' ? <KeyForm /> : <PasswordForm />}
      </>
    )
  }
  return (
    <>
      <a class="button primary wide" href="account/session/provider">
        Sign in with {provider.name}
      </a>
      {passwords && (
        <details class="other-ways">
          <summary>Sign in with a password</summary>
          <PasswordForm />
        </details>
      )}
      <details class="other-ways">
        <summary>Sign in with a key</summary>
        <KeyForm />
      </details>
    </>
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
