import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import {
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
  secondFactor,
} from '../../data/security/security.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Badge, When } from '../../ui/marks.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { Enrolment, RecoveryCodes } from './enrolment.tsx'

type Opened = 'enrol' | 'renew' | 'remove' | undefined

/** The second factor of the member's password. */
export function SecondFactorPanel({ onChange }: { readonly onChange: () => void }): JSX.Element {
  const [opened, setOpened] = useState<Opened>()
  const asked = useRequest(() => secondFactor(), 'totp')
  const close = (): void => {
    setOpened(undefined)
    asked.refresh()
    onChange()
  }
  return (
    <Panel title="Second factor">
      <Loaded asked={asked}>{(state) => <State state={state} onOpen={setOpened} />}</Loaded>
      {opened === 'enrol' && (
        <Dialog title="Turn on a second factor" onClose={close}>
          <Enrolment onDone={close} />
        </Dialog>
      )}
      {opened === 'renew' && <RenewDialog onClose={close} />}
      {opened === 'remove' && <RemoveDialog onClose={close} />}
    </Panel>
  )
}

function State({
  state,
  onOpen,
}: {
  readonly state: SecondFactor
  readonly onOpen: (what: Opened) => void
}): JSX.Element {
  if (!state.available && !state.enabled) {
    return <p class="dim">You sign in without a password, or this service has no key for secrets.</p>
  }
  if (!state.enabled) {
    return (
      <div class="stack">
        <p>Then a sign-in with your password also needs a code of an authenticator app on your phone.</p>
        <div class="actions">
          <Button kind="primary" onPress={() => onOpen('enrol')}>
            Turn on a second factor
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div class="stack">
      <p>
        <Badge tone="good">on</Badge> since <When at={state.createdAt} />. Recovery codes left: {state.recoveryCodes}.
      </p>
      <div class="actions">
        <Button onPress={() => onOpen('renew')}>New recovery codes</Button>
        <Button kind="danger" onPress={() => onOpen('remove')}>
          {state.required ? 'Set up again' : 'Turn off'}
        </Button>
      </div>
    </div>
  )
}

function RenewDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [codes, setCodes] = useState<readonly string[]>()
  const [code, setCode] = useState('')
  const action = useAction(async () => setCodes(await renewRecoveryCodes(code)))
  return (
    <Dialog title="New recovery codes" onClose={onClose}>
      {codes === undefined ? (
        <Form label="New recovery codes" action={action} verb="Replace the codes">
          <p>The codes that you have now stop working.</p>
          <CodeField value={code} onInput={setCode} />
        </Form>
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </Dialog>
  )
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [code, setCode] = useState('')
  const action = useAction(async () => {
    await removeSecondFactor(code)
    showToast('The second factor is off.')
    onClose()
  })
  return (
    <Dialog title="Turn off the second factor" onClose={onClose}>
      <Form label="Turn off the second factor" action={action} verb="Turn off">
        <p>Then your password alone signs you in, unless the service requires a second factor.</p>
        <CodeField value={code} onInput={setCode} />
      </Form>
    </Dialog>
  )
}

function CodeField(props: { readonly value: string; readonly onInput: (code: string) => void }): JSX.Element {
  return (
    <TextField
      {...props}
      label="Code"
      isRequired
      isFocused
      autocomplete="one-time-code"
      hint="Six digits from your authenticator app, or one of your recovery codes."
    />
  )
}
