import { type Signal, signal } from '@preact/signals'
import type { JSX } from 'preact'

interface Toast {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
}

const SHOWN_MS = 6_000
const toasts: Signal<readonly Toast[]> = signal([])
let last = 0

/** Shows a short message for a few seconds. */
export function showToast(text: string, { isBad = false }: { readonly isBad?: boolean } = {}): void {
  const id = ++last
  toasts.value = [...toasts.value, { id, text, isBad }].slice(-3)
  setTimeout(() => drop(id), SHOWN_MS)
}

function drop(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isBad }) => (
        <div key={id} class={`toast ${isBad ? 'bad' : ''}`}>
          <span>{text}</span>
          <button type="button" onClick={() => drop(id)}>
            Close
          </button>
        </div>
      ))}
    </div>
  )
}
