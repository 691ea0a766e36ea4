import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { beginSecondFactor, confirmSecondFactor } from '../../data/security/security.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { SecretText } from '../../ui/secret-text.tsx'
import { Loaded } from '../../ui/states.tsx'
import './security.css'

interface EnrolmentProps {
  /** Called when the person has seen the recovery codes. */
  readonly onDone: () => void
}

/** Steps that turn a second factor on: the secret, a code of the app, and the recovery codes. */
export function Enrolment({ onDone }: EnrolmentProps): JSX.Element {
  const [codes, setCodes] = useState<readonly string[]>()
  const [code, setCode] = useState('')
  const secret = useRequest(() => beginSecondFactor(), 'secret')
  const confirm = useAction(async () => setCodes(await confirmSecondFactor(code)))
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <Loaded asked={secret}>
      {(made) => (
        <div class="stack loose">
          <p>Scan this code with an authenticator app on your phone. Or type the secret into the app.</p>
          <img
            class="qr"
            src={`data:image/svg+xml,${encodeURIComponent(made.qr)}`}
            alt="QR code with the secret that is written below"
          />
          <SecretText text={made.secret} label="Secret" />
          <Form label="Confirm the second factor" action={confirm} verb="Turn on">
            <TextField
              label="Code"
              value={code}
              onInput={setCode}
              isRequired
              autocomplete="one-time-code"
              hint="The six digits that the app shows now."
            />
          </Form>
        </div>
      )}
    </Loaded>
  )
}

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: EnrolmentProps & { readonly codes: readonly string[] }): JSX.Element {
  return (
    <div class="stack loose">
      <p>
        Write these recovery codes down, or print them. Each one replaces a code of the app once. They are not shown
        again.
      </p>
      <ol class="recovery-codes" aria-label="Recovery codes">
        {codes.map((each) => (
          <li key={each}>
            <code>{each}</code>
          </li>
        ))}
      </ol>
      <div class="actions">
        <Button kind="primary" onPress={onDone}>
          I have kept the codes
        </Button>
      </div>
    </div>
  )
}
