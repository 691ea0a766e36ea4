import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby'?: string }) => ComponentChildren
}

/** A control with label and hint. */
export function Field({ label, hint, children }: FieldProps): JSX.Element {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(hint === undefined ? { id } : { id, 'aria-describedby': `${id}-hint` })}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

export interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: string | undefined
  readonly type?: 'text' | 'password' | 'email' | 'url' | 'search' | 'number' | 'datetime-local' | 'date'
  readonly isRequired?: boolean
  readonly placeholder?: string
  readonly autocomplete?: 'off' | 'username' | 'current-password' | 'new-password' | 'one-time-code'
  readonly min?: number
  readonly max?: number
  /** Whether the field gets the focus when it appears, since the person asked for it. */
  readonly isFocused?: boolean
}

export function TextField(props: TextFieldProps): JSX.Element {
  const { label, value, onInput, hint, type = 'text', isRequired = false, isFocused = false } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          ref={input}
          // A dialog gives the focus to the field with this attribute when it opens.
          autofocus={isFocused}
          // The library has separate types for each kind of input.
          type={type as 'text'}
          value={value}
          required={isRequired}
          placeholder={props.placeholder}
          autocomplete={props.autocomplete ?? 'off'}
          spellcheck={false}
          min={props.min}
          max={props.max}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  )
}

export interface SelectFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

export function SelectField({ label, value, onInput, hint, options }: SelectFieldProps): JSX.Element {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <select {...ids} value={value} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export interface CheckProps {
  readonly label: ComponentChildren
  readonly isChecked: boolean
  readonly onInput: (isChecked: boolean) => void
  readonly isDisabled?: boolean
}

export function Check({ label, isChecked, onInput, isDisabled = false }: CheckProps): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onInput(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
