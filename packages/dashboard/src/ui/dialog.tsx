import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import { Failure } from './states.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog. The Escape key closes the dialog and restores the focus. */
export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = element
    const before = document.activeElement
    current?.showModal()
    return () => {
      current?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="dialog-body">
        <div class="row apart">
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" isSmall onPress={onClose}>
            Close
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly verb: string
  readonly action: { readonly isBusy: boolean; readonly error: unknown }
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Confirmation of an action that cannot be undone. */
export function Confirm({ title, children, verb, action, onConfirm, onClose }: ConfirmProps): JSX.Element {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">{children}</div>
      {action.error !== undefined && <Failure error={action.error} />}
      <div class="actions">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="danger" isBusy={action.isBusy} onPress={onConfirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  )
}
