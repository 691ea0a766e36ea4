import type { ComponentChildren, JSX } from 'preact'
import { Failure } from './states.tsx'

interface FormProps {
  readonly children: ComponentChildren
  readonly error?: unknown
  readonly onSubmit: () => void
  readonly actions: ComponentChildren
  /** Of a form that is no more than its heading says. */
  readonly label?: string
}

/** A form that a script sends. */
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
