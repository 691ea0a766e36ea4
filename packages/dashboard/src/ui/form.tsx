import type { ComponentChildren, JSX } from 'preact'
import { Failure } from './states.tsx'

interface FormProps {
  readonly children: ComponentChildren
  readonly error?: unknown
  readonly onSubmit: () => void
  readonly actions: ComponentChildren
  /** Accessible name of the form. */
  readonly label?: string
}

/** A form that is submitted by script. */
export function Form({ children, error, onSubmit, actions, label }: FormProps): JSX.Element {
  return (
    <form
      class="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {error !== undefined && <Failure error={error} />}
      <div class="actions">{actions}</div>
    </form>
  )
}
