import { useEffect, useRef, useState } from 'preact/hooks'

/** State of a request to the service. */
export interface RequestState<Data> {
  /** The last response. It remains available during a refresh. */
  readonly data: Data | undefined
  readonly error: unknown
  readonly isLoading: boolean
  /** Loads the data again now. */
  readonly refresh: () => void
}

/**
 * Loads data when a page is shown, and again when the key changes.
 *
 * @param key - Identifies the request. If undefined, nothing is loaded yet.
 */
export function useRequest<Data>(
  ask: (signal: AbortSignal) => Promise<Data>,
  key: string | undefined,
): RequestState<Data> {
  const [state, setState] = useState<StoredAnswer<Data>>({})
  const [turn, setTurn] = useState(0)
  const latest = useRef(ask)
  latest.current = ask
  const question = key === undefined ? undefined : `${turn} ${key}`
  // The key contains all dependencies.
  useEffect(() => {
    if (question === undefined) return undefined
    const end = new AbortController()
    latest.current(end.signal).then(
      (data) => {
        if (!end.signal.aborted) setState({ to: question, data })
      },
      (error: unknown) => {
        if (!end.signal.aborted) setState({ to: question, error })
      },
    )
    return () => end.abort()
  }, [question])
  return {
    data: state.data,
    error: state.to === question ? state.error : undefined,
    // True as soon as the key changes, so that nobody uses the response to the previous request.
    isLoading: question !== undefined && state.to !== question,
    refresh: () => setTurn((each) => each + 1),
  }
}

/** The last response with its request. */
interface StoredAnswer<Data> {
  readonly to?: string
  readonly data?: Data
  readonly error?: unknown
}
