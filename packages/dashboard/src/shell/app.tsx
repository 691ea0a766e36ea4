import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { sessionState } from '../data/api/session.ts'
import { readSession } from '../data/api/sign-in.ts'
import { InvitationPage } from '../pages/sign-in/invitation-page.tsx'
import { refusalText } from '../pages/sign-in/refusal-texts.ts'
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
  const refusal = path[0] === 'sign-in' ? refusalText(path[1]) : undefined
  if (value.state === 'out') return <SignInPage isExpired={value.isExpired} refusal={refusal} />
  if (value.session.mustEnrol) return <MustEnrol />
  return <Shell session={value.session} />
}

/** Loads its page on demand: few people see it, and once. */
function MustEnrol(): JSX.Element {
  const [Shown, setShown] = useState<ComponentType>()
  useEffect(() => {
    void import('../pages/sign-in/must-enrol-page.tsx').then(({ MustEnrolPage }) => setShown(() => MustEnrolPage))
  }, [])
  return Shown === undefined ? <Loading /> : <Shown />
}
