import { useEffect, useRef, useState } from 'preact/hooks'

interface Page<Row> {
  readonly results: readonly Row[]
  readonly next: string | null
}

/** State of a paged list. */
export interface Pages<Row> {
  readonly rows: readonly Row[] | undefined
  readonly error: unknown
  readonly isLoading: boolean
  readonly hasMore: boolean
  readonly more: () => void
  readonly refresh: () => void
}

/** Loads a list page by page. @param key - Identifies the list. A new key starts at the first page. */
export function usePages<Row>(
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  key: string,
): Pages<Row> {
  const [rows, setRows] = useState<readonly Row[] | undefined>(undefined)
  const [next, setNext] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(undefined)
  const [isLoading, setLoading] = useState(true)
  const [turn, setTurn] = useState(0)
  const run = useRef(new AbortController())

  const read = (cursor: string | undefined): void => {
    run.current.abort()
    const end = new AbortController()
    run.current = end
    setLoading(true)
    setError(undefined)
    ask(cursor, end.signal).then(
      (page) => {
        if (end.signal.aborted) return
        setRows((known) => (cursor === undefined ? page.results : [...(known ?? []), ...page.results]))
        setNext(page.next)
        setLoading(false)
      },
      (thrown: unknown) => {
        if (end.signal.aborted) return
        setError(thrown)
        setLoading(false)
      },
    )
  }
  // The key contains all dependencies.
  useEffect(() => {
    read(undefined)
    return () => run.current.abort()
  }, [key, turn])
  return {
    rows,
    error,
    isLoading,
    hasMore: next !== null,
    more: () => read(next ?? undefined),
    refresh: () => setTurn((each) => each + 1),
  }
}
