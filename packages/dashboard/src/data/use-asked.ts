import { useEffect, useRef, useState } from 'preact/hooks'

/** An answer of the service, on its way or there. */
export interface Asked<Data> {
  /** The last one; stays while it is asked for anew. */
  readonly data: Data | undefined
  readonly error: unknown
  readonly isLoading: boolean
  /** Asks again, now. */
  readonly again: () => void
}

/**
 * Asks when a page is shown, and again when what the question depends on changes.
 *
 * @param key - What the question depends on; undefined: it is not asked yet.
 */
export function useAsked<Data>(ask: (signal: AbortSignal) => Promise<Data>, key: string | undefined): Asked<Data> {
  const [state, setState] = useState<{ readonly data?: Data; readonly error?: unknown; readonly isLoading: boolean }>({
    isLoading: key !== undefined,
  })
  const [turn, setTurn] = useState(0)
  const latest = useRef(ask)
  latest.current = ask
  // The key says what the question depends on.
  useEffect(() => {
    if (key === undefined) return undefined
    const end = new AbortController()
    setState(({ data }) => ({ ...(data === undefined ? {} : { data }), isLoading: true }))
    latest.current(end.signal).then(
      (data) => {
        if (!end.signal.aborted) setState({ data, isLoading: false })
      },
      (error: unknown) => {
        if (!end.signal.aborted) setState({ error, isLoading: false })
      },
    )
    return () => end.abort()
  }, [key, turn])
  return { data: state.data, error: state.error, isLoading: state.isLoading, again: () => setTurn((each) => each + 1) }
}
