import type { JSX } from 'preact'
import { messageOf } from '../../data/api/api.ts'
import { signedInMember } from '../../data/api/session.ts'
import { readSession } from '../../data/api/sign-in.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { endOtherSessions, endSession, type OpenSession, ownSessions } from '../../data/security/security.ts'
import { Button } from '../../ui/button.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionTable } from './session-table.tsx'

/** Page with one's own sessions and second factor. */
export function SecurityPage(): JSX.Element {
  const asked = useRequest(() => ownSessions(), 'sessions')
  const end = async ({ id }: OpenSession): Promise<void> => {
    try {
      await endSession(id)
      showToast('The session has ended.')
    } catch (error) {
      showToast(messageOf(error), { isBad: true })
    }
    asked.refresh()
  }
  const endOthers = useAction(async () => {
    const ended = await endOtherSessions()
    showToast(ended === 1 ? 'One other session has ended.' : `${ended} other sessions have ended.`)
    asked.refresh()
  })
  return (
    <PageFrame title="Security" about="Where you are signed in, and how you sign in.">
      <Panel
        title="Your sessions"
        aside={
          <Button isSmall isBusy={endOthers.isBusy} onPress={() => void endOthers.run()}>
            End all others
          </Button>
        }
      >
        <Loaded asked={asked}>
          {(sessions) => <SessionTable label="Your sessions" sessions={sessions} onEnd={(one) => void end(one)} />}
        </Loaded>
      </Panel>
      {signedInMember() !== undefined && (
        <SecondFactorPanel
          onChange={() => {
            asked.refresh()
            void readSession()
          }}
        />
      )}
    </PageFrame>
  )
}
