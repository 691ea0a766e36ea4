import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import type { PageProps } from '../../routing/page.ts'
import { goTo, replacePlace } from '../../routing/route.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { likelihood } from '../../ui/show-values.ts'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { DecidedList } from './decided-list.tsx'
import { PairCard } from './pair-card.tsx'
import { PinChooser } from './pin-chooser.tsx'
import { AlertMarks } from './queue/alert-marks.tsx'
import { FirstDecisions } from './queue/first-decisions.tsx'
import { ListView } from './queue/list-view.tsx'
import { MarkDialog } from './queue/mark-dialog.tsx'
import type { QueuedAlert } from './queue/queue-alert.ts'
import { filterFault, NO_FILTER, type QueueView, queueLink, readPlace } from './queue/queue-filter.ts'
import { QueueFilterBar } from './queue/queue-filter-bar.tsx'
import { QueueGroups } from './queue/queue-groups.tsx'
import { ViewLinks } from './queue/view-links.tsx'
import { commandOf, REVIEW_KEYS, type ReviewCommand } from './review-keys.ts'
import { currentAlert, type ReviewState } from './review-state.ts'
import type { ComparedPair } from './shown-pair.ts'
import './review.css'
import { useAlertPair } from './use-alert-pair.ts'
import { useReview } from './use-review.ts'

/** Page for reviewing open duplicate alerts by keyboard, highest information gain first. */
export function ReviewPage({ rest, query }: PageProps): JSX.Element {
  const { filter, view } = readPlace(query)
  const fault = filterFault(filter)
  const review = useReview(rest[0], fault === undefined ? filter : NO_FILTER)
  const { state, total, error } = review
  const stats = useRequest(() => api.stats(), 'stats')
  const suppliers = useRequest(() => api.suppliers(), 'suppliers').data?.results ?? []
  const nameOf = (id: string): string => suppliers.find((each) => each.id === id)?.name ?? id
  const [isBlind, setBlind] = useState(false)
  const [areKeysOn, setKeysOn] = useState(true)
  const [isHelp, setHelp] = useState(false)
  /** The pair in the pin dialog. This pair remains the same if the current alert changes. */
  const [pinned, setPinned] = useState<ComparedPair['products'] | undefined>(undefined)
  const [unsure, setUnsure] = useState<QueuedAlert | undefined>(undefined)
  const mayDecide = may('registry:merge')
  const mayMark = may('registry:review', 'registry:merge')
  const mayPin = may('registry:write')
  const { alert, pair, isShown, reload } = useAlertPair(review)

  const run = (command: ReviewCommand): void => {
    if (command === 'next') review.next()
    else if (command === 'previous') review.previous()
    else if (command === 'blind') setBlind(!isBlind)
    else if (command === 'help') setHelp(!isHelp)
    else if (command === 'pin') setPinned(mayPin && isShown ? pair.data?.products : undefined)
    else if (command === 'unsure') {
      if (mayMark) setUnsure(alert)
      else showToast('Leaving a note needs the scope registry:review.', { isBad: true })
    } else if (!mayDecide) showToast('Deciding needs the scope registry:merge.', { isBad: true })
    else if (command === 'undo') review.undo()
    // Do not decide a pair that is not displayed yet.
    else if (isShown) {
      if (isBlind && alert !== undefined) showToast(`The model said ${likelihood(alert.confidence)}.`)
      review.decide(command)
    }
  }
  useKeys(areKeysOn && view === 'cards' && pinned === undefined && unsure === undefined, run)
  const open = ({ alertId }: QueuedAlert): void => {
    review.show(alertId)
    goTo(queueLink(filter, 'cards'))
  }

  return (
    <PageFrame
      title="Review"
      about="Are these two records one product?"
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
      <ViewLinks filter={filter} view={view} />
      <QueueFilterBar
        filter={filter}
        stats={stats.data}
        suppliers={suppliers}
        onChange={(chosen) => replacePlace(queueLink(chosen, view))}
      />
      {fault !== undefined && (
        <p class="notice warn" role="alert">
          {fault} All open alerts are shown.
        </p>
      )}
      {error !== undefined && <Failure error={error} onRetry={review.again} />}
      <FirstDecisions firsts={state.firsts} />
      {view === 'groups' ? (
        <QueueGroups filter={fault === undefined ? filter : NO_FILTER} nameOf={nameOf} />
      ) : (
        <>
          {total === undefined && error === undefined && <Loading label="Alerts" />}
          {total !== undefined && <QueueStatus state={state} total={total} view={view} />}
        </>
      )}
      {view === 'list' && total !== undefined && (
        <ListView
          alerts={state.queue}
          isBlind={isBlind}
          mayDecide={mayDecide}
          hasMore={review.hasMore}
          nameOf={nameOf}
          onOpen={open}
          onMore={review.more}
          onOutcome={review.took}
        />
      )}
      {view === 'cards' && alert !== undefined && (
        <PairCard
          alert={alert}
          pair={pair}
          isBlind={isBlind}
          actions={
            <>
              <Actions run={run} mayDecide={mayDecide} mayMark={mayMark} mayPin={mayPin} isShown={isShown} />
              <AlertMarks alert={alert} />
            </>
          }
        />
      )}
      <DecidedList decided={state.decided} isBlind={isBlind} />
      {pinned !== undefined && <PinChooser products={pinned} onClose={() => setPinned(undefined)} onDone={reload} />}
      {unsure !== undefined && (
        <MarkDialog
          alert={unsure}
          onClose={() => setUnsure(undefined)}
          onMarked={(marked) => {
            setUnsure(undefined)
            review.marked(marked)
            review.next()
          }}
        />
      )}
    </PageFrame>
  )
}

interface QueueStatusProps {
  readonly state: ReviewState
  /** Number of open alerts when the last page was loaded. */
  readonly total: number
  readonly view: QueueView
}

/** Shows the position in the queue, or a note at its end. */
function QueueStatus({ state, total, view }: QueueStatusProps): JSX.Element {
  const { queue, position, decided, settled } = state
  const isEnd = currentAlert(state) === undefined
  const isCards = view === 'cards'
  return (
    <>
      <p class="dim small" role="status">
        {isEnd || !isCards ? '' : `Alert ${position + 1} of ${queue.length} in this queue. `}
        {total} open {total === 1 ? 'alert' : 'alerts'} when the queue was loaded, {decided.length} decided here
        {settled.length === 0 ? '' : `, ${settled.length} skipped, since another decision settled them`}.
      </p>
      {isEnd && isCards && (
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
  mayMark,
  mayPin,
  isShown,
}: {
  readonly run: (command: ReviewCommand) => void
  readonly mayDecide: boolean
  readonly mayMark: boolean
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
      {mayMark && (
        <Button keys="s" onPress={() => run('unsure')}>
          Not sure <kbd>S</kbd>
        </Button>
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
