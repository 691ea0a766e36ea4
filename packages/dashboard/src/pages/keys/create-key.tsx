import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { allows, KEY_PRESETS, KEY_SCOPES, type KeyScope } from '../../data/api/scopes.ts'
import { may, sessionState } from '../../data/api/session.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check, SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { SecretText } from '../../ui/secret-text.tsx'
import { type KeyDraft, keyBody, NEW_KEY } from './key-draft.ts'

interface CreateKeyProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Dialog for creating a key. Its secret is shown once. */
export function CreateKey({ onClose, onDone }: CreateKeyProps): JSX.Element {
  const [draft, setDraft] = useState<KeyDraft>(NEW_KEY)
  const [text, setText] = useState<string | undefined>(undefined)
  const change = (changed: Partial<KeyDraft>): void => setDraft((before) => ({ ...before, ...changed }))
  const action = useAction(async () => {
    const made = await api.createKey(keyBody(draft))
    setText(made.text)
    onDone()
  })
  const account = useRequest((signal) => api.account({ signal }), may('usage:read') ? 'account' : undefined)
  const hasLimits = account.data?.plan.keyLimits === true
  if (text !== undefined) {
    return (
      <Dialog title={`${draft.name} was created`} onClose={onClose}>
        <p>The key is shown only once. Store it with your secrets.</p>
        <SecretText text={text} label="Key" />
        <pre>{`curl -H 'Authorization: Bearer ${text}' \\\n  '${location.href.split('/dashboard')[0]}/registry/search?q=hotel'`}</pre>
      </Dialog>
    )
  }
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form
        label="Create a key"
        error={action.error}
        onSubmit={() => void action.run()}
        actions={
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button kind="primary" isSubmit isBusy={action.isBusy} isDisabled={draft.scopes.length === 0}>
              Create
            </Button>
          </>
        }
      >
        <div class="form-columns">
          <TextField label="Name" value={draft.name} onInput={(name) => change({ name })} isRequired />
          <SelectField
            label="Mode"
            value={draft.mode}
            onInput={(mode) => change({ mode: mode === 'test' ? 'test' : 'live' })}
            options={[
              ['live', 'Live'],
              ['test', 'Test'],
            ]}
          />
        </div>
        <Scopes chosen={draft.scopes} onChoose={(scopes) => change({ scopes })} />
        <div class="form-columns">
          <TextField
            label="Expires on"
            type="date"
            value={draft.expires}
            onInput={(expires) => change({ expires })}
            hint="Empty: never"
          />
          <Assignee value={draft.assignee} onInput={(assignee) => change({ assignee })} />
        </div>
        {draft.scopes.some((scope) => scope === 'registry:write') && (
          <TextField
            label="Suppliers"
            value={draft.suppliers}
            onInput={(suppliers) => change({ suppliers })}
            hint="Restrict writing to these supplier ids, comma-separated. Empty: all suppliers."
          />
        )}
        {hasLimits && (
          <div class="form-columns">
            <TextField
              label="Requests per second"
              type="number"
              min={1}
              value={draft.burst}
              onInput={(burst) => change({ burst })}
              hint="Empty: limit of the account"
            />
            <TextField
              label="Sustained requests"
              type="number"
              min={1}
              value={draft.requests}
              onInput={(requests) => change({ requests })}
            />
            <TextField
              label="Per seconds"
              type="number"
              min={1}
              value={draft.perSeconds}
              onInput={(perSeconds) => change({ perSeconds })}
            />
          </div>
        )}
      </Form>
    </Dialog>
  )
}

function Scopes({
  chosen,
  onChoose,
}: {
  readonly chosen: readonly KeyScope[]
  readonly onChoose: (scopes: readonly KeyScope[]) => void
}): JSX.Element {
  const { value } = sessionState
  const own = value.state === 'in' ? value.session.scopes : []
  const given = KEY_SCOPES.filter(([scope]) => allows(own, scope))
  return (
    <fieldset class="stack">
      <legend>Permissions</legend>
      <div class="row">
        {KEY_PRESETS.filter(({ scopes }) => scopes.every((scope) => allows(own, scope))).map(({ name, scopes }) => (
          <Button key={name} isSmall isPressed={scopes.join() === chosen.join()} onPress={() => onChoose(scopes)}>
            {name}
          </Button>
        ))}
      </div>
      <div>
        {given.map(([scope, about]) => (
          <Check
            key={scope}
            isChecked={chosen.includes(scope)}
            onInput={(isChecked) => onChoose(isChecked ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
            label={
              <>
                <code>{scope}</code> <span class="dim">{about}</span>
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function Assignee({
  value,
  onInput,
}: {
  readonly value: string
  readonly onInput: (value: string) => void
}): JSX.Element | null {
  const team = useRequest(
    async (signal) => {
      const [members, services] = await Promise.all([api.members({ signal }), api.services({ signal })])
      return { members: members.results, services: services.results }
    },
    may('team:read', 'team:write') ? 'team' : undefined,
  )
  if (team.data === undefined) return null
  return (
    <SelectField
      label="Assigned to"
      value={value}
      onInput={onInput}
      hint="The key never exceeds their permissions, and is revoked when they are removed."
      options={[
        ['', 'Nobody'],
        ...team.data.members.map(({ id, name, role }) => [`member ${id}`, `${name} (${role})`] as const),
        ...team.data.services.map(({ id, name }) => [`service ${id}`, `${name} (service)`] as const),
      ]}
    />
  )
}
