import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { may } from '../../data/api/session.ts'
import type { PageProps } from '../../routing/page.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { likelihood } from '../../ui/show-values.ts'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { DecidedList } from './decided-list.tsx'
import { PairCard } from './pair-card.tsx'
import { PinChooser } from './pin-chooser.tsx'
import { commandOf, REVIEW_KEYS, type ReviewCommand } from './review-keys.ts'
import { currentAlert, type ReviewState } from './review-state.ts'
import type { ComparedPair } from './shown-pair.ts'
import './review.css'
import { useAlertPair } from './use-alert-pair.ts'
import { useReview } from './use-review.ts'

/** Page for reviewing open duplicate alerts by keyboard, highest information gain first. */
export function ReviewPage({ rest }: PageProps): JSX.Element {
  const review = useReview(rest[0])
  const { state, total, error } = review
  const [isBlind, setBlind] = useState(false)
  const [areKeysOn, setKeysOn] = useState(true)
  const [isHelp, setHelp] = useState(false)
  /** The pair in the pin dialog. This pair remains the same if the current alert changes. */
  const [pinned, setPinned] = useState<ComparedPair['products'] | undefined>(undefined)
  const mayDecide = may('registry:merge')
  const mayPin = may('registry:write')
  const { alert, pair, isShown, reload } = useAlertPair(review)

  const run = (command: ReviewCommand): void => {
    if (command === 'next') review.next()
    else if (command === 'previous') review.previous()
    else if (command === 'blind') setBlind(!isBlind)
    else if (command === 'help') setHelp(!isHelp)
    else if (command === 'pin') setPinned(mayPin && isShown ? pair.data?.products : undefined)
    else if (!mayDecide) showToast('Deciding needs the scope registry:merge.', { isBad: true })
    else if (command === 'undo') review.undo()
    // Do not decide a pair that is not displayed yet.
    else if (isShown) {
      if (isBlind && alert !== undefined) showToast(`The model said ${likelihood(alert.confidence)}.`)
      review.decide(command)
    }
  }
  useKeys(areKeysOn && pinned === undefined, run)

  return (
    <PageFrame
      title="Review"
      about="Are these two records one product? Most informative pairs first."
      actions={
        <>
          <Check label="Blind" isChecked={isBlind} onInput={setBlind} />
          <Check label="Keys" isChecked={areKeysOn} onInput={setKeysOn} />
          <Button isSmall isPressed={isHelp} onPress={() => setHelp(!isHelp)}>
            Which keys?
          </Button>
        </>
      }
    >
      {isHelp && <Keys />}
      {error !== undefined && <Failure error={error} onRetry={review.again} />}
      {total === undefined && error === undefined && <Loading label="Alerts" />}
      {total !== undefined && <QueueStatus state={state} total={total} />}
      {alert !== undefined && (
        <PairCard
          alert={alert}
          pair={pair}
          isBlind={isBlind}
          actions={<Actions run={run} mayDecide={mayDecide} mayPin={mayPin} isShown={isShown} />}
        />
      )}
      <DecidedList decided={state.decided} isBlind={isBlind} />
      {pinned !== undefined && <PinChooser products={pinned} onClose={() => setPinned(undefined)} onDone={reload} />}
    </PageFrame>
  )
}

interface QueueStatusProps {
  readonly state: ReviewState
  /** Number of open alerts when the last page was loaded. */
  readonly total: number
}

/** Shows the position in the queue, or a note at its end. */
function QueueStatus({ state, total }: QueueStatusProps): JSX.Element {
  const { queue, position, decided, settled } = state
  const isEnd = currentAlert(state) === undefined
  return (
    <>
      <p class="dim small" role="status">
        {isEnd ? '' : `Alert ${position + 1} of ${queue.length} in this queue. `}
        {total} were open when the queue was loaded, {decided.length} decided here
        {settled.length === 0 ? '' : `, ${settled.length} skipped, since another decision settled them`}.
      </p>
      {isEnd && (
        <Empty title={decided.length === 0 ? 'No open alerts' : 'End of the queue'}>
          {queue.length > 0 ? `${queue.length} are left open.` : 'Nothing is left to decide.'}
        </Empty>
      )}
    </>
  )
}

function Actions({
  run,
  mayDecide,
  mayPin,
  isShown,
}: {
  readonly run: (command: ReviewCommand) => void
  readonly mayDecide: boolean
  readonly mayPin: boolean
  readonly isShown: boolean
}): JSX.Element {
  return (
    <div class="review-actions">
      {mayDecide && (
        <>
          <Button kind="primary" keys="m" isDisabled={!isShown} onPress={() => run('merge')}>
            Merge <kbd>M</kbd>
          </Button>
          <Button keys="d" isDisabled={!isShown} onPress={() => run('dismiss')}>
            Dismiss <kbd>D</kbd>
          </Button>
        </>
      )}
      <Button keys="n" onPress={() => run('next')}>
        Next <kbd>N</kbd>
      </Button>
      {mayPin && (
        <Button keys="p" isDisabled={!isShown} onPress={() => run('pin')}>
          Pin <kbd>P</kbd>
        </Button>
      )}
      {mayDecide && (
        <Button keys="u" onPress={() => run('undo')}>
          Undo <kbd>U</kbd>
        </Button>
      )}
    </div>
  )
}

function Keys(): JSX.Element {
  return (
    <dl class="keys panel panel-body">
      {REVIEW_KEYS.map(({ command, keys, about }) => (
        <div key={command}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{SHOWN_KEYS[key] ?? key.toUpperCase()}</kbd>
            ))}
          </dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  )
}

const SHOWN_KEYS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' }

/** Handles keys on the whole page, except in fields and dialogs. */
function useKeys(isOn: boolean, run: (command: ReviewCommand) => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: KeyboardEvent): void => {
      const { target } = event
      const isTyping =
        target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea, dialog') !== null
      const command = commandOf(event, isTyping)
      if (command === undefined) return
      event.preventDefault()
      latest.current(command)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isOn])
}
