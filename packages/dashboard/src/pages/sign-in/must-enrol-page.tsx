import type { JSX } from 'preact'
import { readSession, signOut } from '../../data/api/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Enrolment } from '../security/enrolment.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Page of a member who must set up a second factor before anything else. */
export function MustEnrolPage(): JSX.Element {
  return (
    <SignInFrame title="Set up a second factor">
      <p>This service requires a second factor for passwords.</p>
      <Enrolment onDone={() => void readSession()} />
      <div class="actions">
        <Button kind="quiet" onPress={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </SignInFrame>
  )
}
