import type { VerificationReport } from '@utpid/core/operations'
import { momentText } from '../text/moment-text.ts'
import { printable } from '../text/printable.ts'
import { table } from '../text/table.ts'

/** Formats the verification of a product and the result of each check. */
export function verificationText(report: VerificationReport, dryRun: boolean): string {
  const { checks } = report
  return `${printable(stateText(report, dryRun))}\n${table(
    [{ title: '  check' }, { title: 'passed' }, { title: 'found' }],
    checks.map(({ id, passed, detail }) => [`  ${id.replaceAll('_', ' ')}`, passed ? 'yes' : 'no', detail]),
  )}`
}

function stateText(report: VerificationReport, dryRun: boolean): string {
  const { utpid, verified, method, verifiedAt, verifiedBy } = report
  if (dryRun) return `${utpid}  would ${verified ? 'be verified' : 'not be verified'}; nothing was written`
  if (!verified) return `${utpid}  not verified${method === 'withdrawn' ? ' any more: withdrawn' : ''}`
  const by = verifiedBy === null ? '' : ` by ${verifiedBy}`
  const at = verifiedAt === null ? '' : ` on ${momentText(verifiedAt)}`
  return `${utpid}  verified${by}${at} (${method ?? 'manual'})`
}
