import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { may, signedInMember } from '../../data/api/session.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Figures } from '../../ui/charts/figures.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Badge, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count } from '../../ui/show-values.ts'
import { Loaded } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { QuotaMeter } from '../overview/quota-meter.tsx'
import { DeleteAccount } from './delete-account.tsx'

type Account = Answers['account']

/** Page with the account, the limits of its plan, and its usage. */
export function PlanPage(): JSX.Element {
  const account = useRequest((signal) => api.account({ signal }), 'account')
  const usage = useRequest((signal) => api.usage({}, { signal }), 'usage')
  return (
    <PageFrame title="Plan" about="Limits of the account. Only the operator of the service can change plans.">
      <Loaded asked={account}>
        {(data) => (
          <>
            <Figures
              label="Plan"
              figures={[
                { label: 'Plan', value: data.plan.name },
                {
                  label: 'Calls per month',
                  value: count(data.plan.callsPerMonth),
                  about: <Loaded asked={usage}>{({ quota }) => <QuotaMeter quota={quota} />}</Loaded>,
                },
                {
                  label: 'Burst',
                  value: data.plan.burstPerSecond === undefined ? 'no limit' : `${count(data.plan.burstPerSecond)}/s`,
                },
                { label: 'Inputs per batch', value: count(data.plan.batchSize) },
                { label: 'Webhooks', value: count(data.plan.webhooks) },
                { label: 'Concurrent jobs', value: count(data.plan.jobs) },
                {
                  label: 'Keys',
                  value: count(data.plan.keys),
                  about: data.plan.keyLimits ? 'with own limits' : '',
                },
              ]}
            />
            <Panel title="Account">
              <AccountFacts account={data} onChange={account.refresh} />
            </Panel>
            {data.operator !== true && signedInMember()?.role === 'owner' && <DeleteAccount name={data.name} />}
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

function AccountFacts({
  account,
  onChange,
}: {
  readonly account: Account
  readonly onChange: () => void
}): JSX.Element {
  const [name, setName] = useState(account.name)
  const action = useAction(async () => {
    await api.updateAccount({ name: name.trim() })
    showToast('The account was renamed.')
    onChange()
  })
  return (
    <div class="stack loose">
      <dl class="facts">
        <dt>Id</dt>
        <dd class="mono">{account.id}</dd>
        <dt>Status</dt>
        <dd>
          <Badge tone={account.status === 'active' ? 'good' : 'bad'}>{account.status}</Badge>
        </dd>
        <dt>API version</dt>
        <dd>{account.apiVersion}</dd>
        <dt>Created</dt>
        <dd>
          <When at={account.createdAt} />
        </dd>
      </dl>
      {may('team:write') && (
        <Form
          label="Rename the account"
          action={action}
          verb="Rename"
          kind="plain"
          isDisabled={name.trim() === account.name}
        >
          <TextField label="Name" value={name} onInput={setName} isRequired />
        </Form>
      )}
    </div>
  )
}
