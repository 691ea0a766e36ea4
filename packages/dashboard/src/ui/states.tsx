import { UtpidError } from '@utpid/client'
import type { ComponentChildren, JSX } from 'preact'
import { messageOf } from '../data/api/api.ts'
import type { RequestState } from '../data/hooks/use-request.ts'
import { Button } from './button.tsx'

/** Loading indicator. */
export function Loading({ label = 'Loading' }: { readonly label?: string }): JSX.Element {
  return (
    <div class="loading" role="status" aria-label={label}>
      <span />
      <span />
      <span />
    </div>
  )
}

/** Error message with a retry button, and with the request id for finding the request in the logs. */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
}): JSX.Element {
  const requestId = error instanceof UtpidError ? error.requestId : undefined
  return (
    <div class="notice bad" role="alert">
      <p>{messageOf(error)}</p>
      {requestId !== undefined && <p class="dim small mono">{requestId}</p>}
      {onRetry !== undefined && (
        <Button isSmall onPress={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Placeholder for an empty list, with a hint. */
export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}): JSX.Element {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children !== undefined && <div>{children}</div>}
    </div>
  )
}

/** Shows the data, its loading state or its error. */
export function Loaded<Data>({
  asked,
  children,
}: {
  readonly asked: RequestState<Data>
  readonly children: (data: Data) => ComponentChildren
}): JSX.Element {
  const { data, error, refresh } = asked
  if (error !== undefined) return <Failure error={error} onRetry={refresh} />
  if (data === undefined) return <Loading />
  return <>{children(data)}</>
}
