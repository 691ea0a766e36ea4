import type { JSX } from 'preact'
import { Dialog } from '../../ui/dialog.tsx'
import { milliseconds, timeText } from '../../ui/show-values.ts'
import type { LogRow } from './logs-page.tsx'

interface LogDetailsProps {
  readonly row: LogRow
  readonly onClose: () => void
}

/** Dialog with all fields of a request. */
export function LogDetails({ row, onClose }: LogDetailsProps): JSX.Element {
  return (
    <Dialog title={`${row.method} ${row.route}`} onClose={onClose}>
      <dl class="facts">
        {factsOf(row).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd class="mono">{value}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  )
}

function factsOf(row: LogRow): (readonly [string, string])[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Request id', row.requestId],
    ['Time', timeText(row.createdAt)],
    ['Status', `${row.status} ${row.code ?? ''}`],
    ['Duration', milliseconds(row.milliseconds)],
    ['Rejected because', row.reason],
    ['Key', row.keyId],
    ['Member', row.memberId],
    ['Address', row.ip],
    ['User agent', row.userAgent],
    ['Bytes', `${row.requestBytes ?? 0} in, ${row.responseBytes ?? 0} out`],
  ]
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}
