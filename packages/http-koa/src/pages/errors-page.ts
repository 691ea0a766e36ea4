import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '@utpid/core'
import { ERROR_CODES } from '@utpid/core/codes'
import { statusOf } from '../response/problem.ts'
import { escaped, prose } from './html-page.ts'

/** Every code that a problem may have, each where its `type` leads. */
export function errorsPage(): string {
  const codes = (Object.keys(ERROR_CODES) as ErrorCode[]).sort((a, b) => statusOf(a) - statusOf(b) || (a < b ? -1 : 1))
  const rows = codes.map((code) => {
    const status = statusOf(code)
    return `<h3 id="${escaped(code)}"><code>${escaped(code)}</code></h3>
<p>${prose(ERROR_CODES[code])}</p>
<p class="dim">Status ${status} ${escaped(STATUS_CODES[status] ?? '')}.</p>`
  })
  return `<h1>Errors</h1>
<p>What goes wrong is answered as <code>application/problem+json</code> (RFC 9457): <code>code</code> is for programs and does not change,
<code>detail</code> is for people and says the cure, <code>requestId</code> is that of the request in the log. <code>type</code> leads to
this page. <a href="/docs">All operations</a>.</p>
${rows.join('\n')}`
}
