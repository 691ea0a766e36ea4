import type { ComponentChildren, JSX } from 'preact'
import type { Pages } from '../data/hooks/use-pages.ts'
import { Button } from './button.tsx'
import { Failure, Loading } from './states.tsx'

/** A paged list with its loading state. */
export function PagedList<Row>({
  pages,
  empty,
  children,
}: {
  readonly pages: Pages<Row>
  readonly empty: ComponentChildren
  readonly children: (rows: readonly Row[]) => ComponentChildren
}): JSX.Element {
  const { rows, error, isLoading, hasMore, more, refresh } = pages
  if (rows === undefined) return error === undefined ? <Loading /> : <Failure error={error} onRetry={refresh} />
  if (rows.length === 0 && !isLoading && error === undefined) return <>{empty}</>
  return (
    <div class="stack">
      {children(rows)}
      {error !== undefined && <Failure error={error} onRetry={refresh} />}
      {hasMore && (
        <div class="row">
          <Button isBusy={isLoading} onPress={more}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}
