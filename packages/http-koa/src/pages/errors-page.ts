import { STATUS_CODES } from 'node:http'
import { PROBLEM_CODES, type ProblemCode } from '../errors/problem-codes.ts'
import { statusOf } from '../response/problem.ts'
import { escaped, prose } from './html-page.ts'

/** Renders all problem codes. The `type` of a problem links to its code on this page. */
export function errorsPage(): string {
  const codes = (Object.keys(PROBLEM_CODES) as ProblemCode[]).sort(
    (a, b) => statusOf(a) - statusOf(b) || (a < b ? -1 : 1),
  )
  const rows = codes.map((code) => {
    const status = statusOf(code)
    return `<h3 id="${escaped(code)}"><code>${escaped(code)}</code></h3>
<p>${prose(PROBLEM_CODES[code])}</p>
<p class="dim">Status ${status} ${escaped(STATUS_CODES[status] ?? '')}.</p>`
  })
  return `<h1>Errors</h1>
<p>Errors are answered as <code>application/problem+json</code> (RFC 9457). <code>code</code> is for programs and never changes.
<code>detail</code> is for people and says what to do. <code>requestId</code> identifies the request in the log. <code>type</code>
links to this page. <a href="/docs">All operations</a>.</p>
${rows.join('\n')}`
}
