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
  const [state, setState] = useState<Answered<Data>>({})
  const [turn, setTurn] = useState(0)
  const latest = useRef(ask)
  latest.current = ask
  const question = key === undefined ? undefined : `${turn} ${key}`
  // The key says what the question depends on.
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
    // From the moment that the question is another one: nobody acts on what answers the one before.
    isLoading: question !== undefined && state.to !== question,
    again: () => setTurn((each) => each + 1),
  }
}

/** The last answer, and the question that it is an answer to. */
interface Answered<Data> {
  readonly to?: string
  readonly data?: Data
  readonly error?: unknown
}
