import type { ComponentChildren, JSX } from 'preact'

export interface ButtonProps {
  readonly children: ComponentChildren
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly isSmall?: boolean
  /** What it does takes a while and is being done. */
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** It sends the form it is in. */
  readonly isSubmit?: boolean
  /** For whom does not see what it stands beside. */
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
      // Held down by Enter it is pressed once.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
    >
      {children}
    </button>
  )
}
