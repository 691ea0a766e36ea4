import type { ComponentChildren, JSX } from 'preact'
import type { Action } from '../data/hooks/use-action.ts'
import { Button } from './button.tsx'
import { Failure } from './states.tsx'

interface FormProps {
  readonly children: ComponentChildren
  readonly action: Pick<Action<[]>, 'isBusy' | 'error'> & { readonly run: () => unknown }
  /** Text of the button that runs the action. */
  readonly verb: string
  readonly isDisabled?: boolean
  /** Kind of this button. Default: primary. */
  readonly kind?: 'plain'
  /** Buttons before the button that runs the action. */
  readonly others?: ComponentChildren
  /** Accessible name of the form. */
  readonly label?: string
}

/** A form that runs an action when it is submitted. */
export function Form({ children, action, verb, isDisabled = false, kind, others, label }: FormProps): JSX.Element {
  return (
    <form
      class="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void action.run()
      }}
    >
      {children}
      {action.error !== undefined && <Failure error={action.error} />}
      <div class="actions">
        {others}
        <Button kind={kind ?? 'primary'} isSubmit isBusy={action.isBusy} isDisabled={isDisabled}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
