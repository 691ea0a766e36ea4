import type { ComponentChildren, JSX } from 'preact'

export interface ButtonProps {
  readonly children: ComponentChildren
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly isSmall?: boolean
  /** Whether the action is running. */
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** Whether the button submits its form. */
  readonly isSubmit?: boolean
  /** Accessible name, with the context that sighted users see. */
  readonly label?: string
  readonly keys?: string
  readonly isPressed?: boolean
  readonly onPress?: () => void
}

export function Button(props: ButtonProps): JSX.Element {
  const { children, kind = 'plain', isSmall = false, isBusy = false, isDisabled = false, isSubmit = false } = props
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      class={`button moves ${kind} ${isSmall ? 'small' : ''}`}
      disabled={isBusy || isDisabled}
      aria-busy={isBusy}
      aria-label={props.label}
      aria-keyshortcuts={props.keys}
      aria-pressed={props.isPressed}
      onClick={props.onPress}
      // Ignore repeats while Enter is held down.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
    >
      {children}
    </button>
  )
}
