import type { JSX } from 'preact'
import type { PageProps } from '../../routing/page.ts'
import { PairPage } from './pair-page.tsx'
import { ReviewPage } from './review-page.tsx'

/** The queue of alerts, or the comparison of any two records. */
export function ReviewRoutes(props: PageProps): JSX.Element {
  return props.rest[0] === 'pair' ? <PairPage query={props.query} /> : <ReviewPage {...props} />
}
