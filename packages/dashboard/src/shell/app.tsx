import type { JSX } from 'preact'
import { sessionState } from '../data/api/session.ts'
import { readSession } from '../data/api/sign-in.ts'
import { InvitationPage } from '../pages/sign-in/invitation-page.tsx'
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx'
import { place } from '../routing/route.ts'
import { Failure, Loading } from '../ui/states.tsx'
import { Shell } from './shell.tsx'

/** The dashboard: the pages if there is a session, otherwise the sign-in page. */
export function App(): JSX.Element {
  const { path } = place.value
  if (path[0] === 'invitation') return <InvitationPage invitation={path[1] ?? ''} />
  const { value } = sessionState
  if (value.state === 'asking') return <Loading label="Checking the session" />
  if (value.state === 'unreachable') return <Failure error={value.error} onRetry={() => void readSession()} />
  if (value.state === 'out') return <SignInPage isExpired={value.isExpired} />
  return <Shell session={value.session} />
}
