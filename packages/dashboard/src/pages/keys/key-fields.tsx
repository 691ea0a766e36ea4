import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { allows, KEY_PRESETS, KEY_SCOPES, type KeyScope } from '../../data/api/scopes.ts'
import { may, sessionState } from '../../data/api/session.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { Check, SelectField, TextField } from '../../ui/field.tsx'
import type { KeyDraft } from './key-draft.ts'

interface DraftProps {
  readonly draft: KeyDraft
  readonly onChange: (changed: Partial<KeyDraft>) => void
}

/** Fields of a new key. Shows limits only if the plan allows limits of keys. */
export function KeyFields({ draft, hasLimits, onChange }: DraftProps & { readonly hasLimits: boolean }): JSX.Element {
  return (
    <>
      <div class="form-columns">
        <TextField label="Name" value={draft.name} onInput={(name) => onChange({ name })} isRequired />
        <SelectField
          label="Mode"
          value={draft.mode}
          onInput={(mode) => onChange({ mode: mode === 'test' ? 'test' : 'live' })}
          options={[
            ['live', 'Live'],
            ['test', 'Test'],
          ]}
        />
      </div>
      <Scopes chosen={draft.scopes} onChoose={(scopes) => onChange({ scopes })} />
      <div class="form-columns">
        <TextField
          label="Expires on"
          type="date"
          value={draft.expires}
          onInput={(expires) => onChange({ expires })}
          hint="Empty: never"
        />
        <Assignee value={draft.assignee} onInput={(assignee) => onChange({ assignee })} />
      </div>
      {draft.scopes.some((scope) => scope === 'registry:write') && (
        <TextField
          label="Suppliers"
          value={draft.suppliers}
          onInput={(suppliers) => onChange({ suppliers })}
          hint="Restrict writing to these supplier ids, comma-separated. Empty: all suppliers."
        />
      )}
      {hasLimits && <Limits draft={draft} onChange={onChange} />}
    </>
  )
}

function Limits({ draft, onChange }: DraftProps): JSX.Element {
  return (
    <div class="form-columns">
      <TextField
        label="Requests per second"
        type="number"
        min={1}
        value={draft.burst}
        onInput={(burst) => onChange({ burst })}
        hint="Empty: limit of the account"
      />
      <TextField
        label="Sustained requests"
        type="number"
        min={1}
        value={draft.requests}
        onInput={(requests) => onChange({ requests })}
      />
      <TextField
        label="Per seconds"
        type="number"
        min={1}
        value={draft.perSeconds}
        onInput={(perSeconds) => onChange({ perSeconds })}
      />
    </div>
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
