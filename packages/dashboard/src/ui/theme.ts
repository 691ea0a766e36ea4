import { type Signal, signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'

const KEPT_AS = 'utpid-theme'

/** The chosen theme. Default: the system's theme. */
export const theme: Signal<Theme> = signal(kept())

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  try {
    localStorage.setItem(KEPT_AS, chosen)
  } catch {
    // The browser provides no storage, so the chosen theme is not stored.
  }
  apply()
}

/** Applies the chosen theme to the styles. */
export function apply(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme.value
}

function kept(): Theme {
  try {
    const text = localStorage.getItem(KEPT_AS)
    return text === 'light' || text === 'dark' ? text : 'system'
  } catch {
    return 'system'
  }
}
