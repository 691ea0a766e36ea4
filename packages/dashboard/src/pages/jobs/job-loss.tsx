import type { ImportResult } from '@utpid/client'
import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { keepSentFeed, repeatOf } from '../../data/feed/sent-feed.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { linkTo } from '../../routing/place.ts'
import { goTo } from '../../routing/route.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count, percent } from '../../ui/show-values.ts'
import { Failure, Loaded } from '../../ui/states.tsx'

type Loss = Extract<ImportResult, { readonly outcome: 'loss' }>

/** Numbers of an import that would have ended too many records, with a button to import anyway. */
export function JobLoss({ id }: { readonly id: string }): JSX.Element {
  const asked = useRequest(async (signal) => {
    const { results } = await api.importResults(id, { limit: 1 }, { signal })
    return results.find((each): each is Loss => each.outcome === 'loss') ?? null
  }, `loss ${id}`)
  return <Loaded asked={asked}>{(loss) => (loss === null ? null : <LossPanel id={id} loss={loss} />)}</Loaded>
}

function LossPanel({ id, loss }: { readonly id: string; readonly loss: Loss }): JSX.Element {
  const repeat = repeatOf(id)
  const share = neededShare(loss)
  const action = useAction(async () => {
    if (repeat === undefined) return
    const job = await repeat(share)
    keepSentFeed(job.id, repeat)
    goTo(linkTo(['jobs', 'import', job.id]))
  })
  return (
    <Panel title="Records that would end">
      <div class="stack">
        {loss.suppliers.map(({ supplier, known, ending }) => (
          <p key={supplier}>
            {count(ending)} of {count(known)} active records of {supplier}, {percent(ending / known)}
          </p>
        ))}
        <p>
          {count(loss.retiring)} products would lose their last record. Nothing was written. The results below list the
          first 1,000 records.
        </p>
        {action.error !== undefined && <Failure error={action.error} />}
        {repeat === undefined ? (
          <p class="dim">To import anyway, send the file again with a maximum loss of {percent(share)}.</p>
        ) : (
          <div class="row">
            <Button kind="danger" isBusy={action.isBusy} onPress={() => void action.run()}>
              Import anyway
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

/** Returns the share that allows the losses, rounded up to a thousandth. */
function neededShare({ suppliers }: Loss): number {
  return Math.max(0, ...suppliers.map(({ known, ending }) => Math.ceil((ending / known) * 1_000) / 1_000))
}
