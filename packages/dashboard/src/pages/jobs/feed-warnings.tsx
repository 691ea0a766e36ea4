import type { Job } from '@utpid/client'
import type { JSX } from 'preact'

interface FeedWarningsProps {
  readonly warnings: NonNullable<Job['warnings']>
}

/** Warnings about the columns of a feed. */
export function FeedWarnings({ warnings }: FeedWarningsProps): JSX.Element | null {
  if (warnings.length === 0) return null
  return (
    <div class="notice warn" role="status">
      <ul>
        {warnings.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
