import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Page, PageProps } from '../routing/page.ts'
import { Failure, Loading } from '../ui/states.tsx'

/** A page whose script is loaded when it is first shown. */
export function LazyPage({ page, rest, query }: PageProps & { readonly page: Page }): JSX.Element {
  const [loaded, setLoaded] = useState<{ readonly Shown: ComponentType<PageProps> } | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const [turn, setTurn] = useState(0)
  // A new value of `turn` loads the script again.
  useEffect(() => {
    setError(undefined)
    page.load().then((Shown) => setLoaded({ Shown }), setError)
  }, [page, turn])
  if (error !== undefined) {
    return (
      <Failure
        error={
          new Error('This page could not be loaded: the service was updated or cannot be reached. Reload the page.')
        }
        onRetry={() => setTurn(turn + 1)}
      />
    )
  }
  return loaded === undefined ? <Loading /> : <loaded.Shown rest={rest} query={query} />
}
