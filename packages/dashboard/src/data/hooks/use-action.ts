import { useState } from 'preact/hooks'

export interface Action<Given extends readonly unknown[]> {
  readonly isBusy: boolean
  readonly error: unknown
  /** Runs the action. @returns whether the action succeeded. */
  readonly run: (...given: Given) => Promise<boolean>
  readonly clear: () => void
}

/** Wraps the action of a button: prevents concurrent runs of the action and stores its error. */
export function useAction<Given extends readonly unknown[]>(act: (...given: Given) => Promise<void>): Action<Given> {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false })
  return {
    isBusy: state.isBusy,
    error: state.error,
    clear: () => setState({ isBusy: false }),
    run: async (...given) => {
      if (state.isBusy) return false
      setState({ isBusy: true })
      try {
        await act(...given)
        setState({ isBusy: false })
        return true
      } catch (error) {
        setState({ isBusy: false, error })
        return false
      }
    },
  }
}
