import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import type { ProductDetails } from '../../data/product/product-details.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Badge } from '../../ui/marks.tsx'
import { words } from '../../ui/show-values.ts'
import { Failure, Loading } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'

interface VerificationProps {
  readonly product: ProductDetails
  readonly onChange: () => void
}

/** Checks and verification of a product. */
export function Verification({ product, onChange }: VerificationProps): JSX.Element {
  const { utpid, revision, verified, verifiedBy } = product
  const mayVerify = may('registry:verify')
  const [note, setNote] = useState('')
  const asked = useRequest(
    (signal) => api.verify({ utpid, dryRun: true, method: 'checks' }, { signal }),
    mayVerify ? `${utpid} ${revision}` : undefined,
  )
  const action = useAction(async (isTrue: boolean) => {
    await api.verify({ utpid, verified: isTrue, method: 'manual', ...(note === '' ? {} : { note }) })
    showToast(isTrue ? 'The product was verified.' : 'The verification was removed.')
    setNote('')
    onChange()
  })
  return (
    <div class="stack">
      <p>
        {verified ? (
          <>
            <Badge tone="good">verified</Badge> by {verifiedBy === 'manual' ? 'a person' : words(verifiedBy ?? '')}
          </>
        ) : (
          'Not verified.'
        )}
      </p>
      {asked.isLoading && asked.data === undefined && <Loading label="Checks" />}
      {asked.error !== undefined && <Failure error={asked.error} onRetry={asked.refresh} />}
      {asked.data !== undefined && (
        <ul class="checks" aria-label="Checks">
          {asked.data.checks.map(({ id, passed, detail }) => (
            <li key={id}>
              <Badge tone={passed ? 'good' : 'warn'}>{passed ? 'passed' : 'failed'}</Badge>
              <span>
                {words(id)} <span class="dim">{detail}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayVerify && (
        <div class="stack">
          <TextField label="Note" value={note} onInput={setNote} hint="How you know, stored with the verification." />
          <div class="actions">
            {action.error !== undefined && <Failure error={action.error} />}
            <Button isBusy={action.isBusy} onPress={() => void action.run(!verified)}>
              {verified ? 'Remove verification' : 'Verify'}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
