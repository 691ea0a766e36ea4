import { escaped, prose } from './html-page.ts'

/** The parts of the OpenAPI document that the API reference page shows. */
export interface Described {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  /** Shapes that several operations share. */
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

interface DescribedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags: readonly string[]
  readonly 'x-scope'?: string
  readonly 'x-alternative-scopes'?: readonly string[]
  readonly 'x-quota-cost': number
  readonly parameters: readonly DescribedParameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, DescribedResponse>>
}

interface DescribedParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Readonly<Record<string, unknown>>
}

type Content = Readonly<Record<string, { readonly schema?: unknown }>>

interface DescribedResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description: string }>>
  readonly content?: Content
}

interface Operation extends DescribedOperation {
  readonly method: string
  readonly path: string
}

/** Renders the API reference as one page from the OpenAPI document. */
export function docsPage({ info, paths, components }: Described): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Operation => ({ ...operation, path, method: method.toUpperCase() }),
    ),
  )
  const tags = [...new Set(operations.flatMap(({ tags: own }) => own))]
  const ofTag = (tag: string): Operation[] => operations.filter(({ tags: own }) => own.includes(tag))
  const common = commonCodes(operations)
  return `<h1>${escaped(info.title)} <span class="dim">version ${escaped(info.version)}</span></h1>
<p>${prose(info.description)}</p>
<p>Send <code>Authorization: Bearer KEY</code> with every request, unless the operation is public. Bodies are JSON in UTF-8. Errors
are answered as <a href="/docs/errors">a problem with a code</a>. This reference is also available as
<a href="/openapi.json">OpenAPI 3.1</a>. <a href="#shapes">Shapes</a> that several operations share are at the end.</p>
<p>Every operation may answer these errors: ${codeLinks(common)}. Further errors are listed with each operation.</p>
<nav aria-label="Operations">${tags.map((tag) => navOf(tag, ofTag(tag))).join('\n')}</nav>
${tags
  .map(
    (tag) =>
      `<h2 id="tag-${escaped(tag)}">${escaped(tag)}</h2>\n${ofTag(tag)
        .map((operation) => operationOf(operation, common))
        .join('\n')}`,
  )
  .join('\n')}
<h2 id="shapes">Shapes</h2>
${Object.entries(components.schemas).map(shapeOf).join('\n')}`
}

function navOf(tag: string, operations: readonly Operation[]): string {
  const items = operations.map(
    ({ operationId, method, path }) => `<li><a href="#${escaped(operationId)}">${method} ${escaped(path)}</a></li>`,
  )
  return `<p><a href="#tag-${escaped(tag)}">${escaped(tag)}</a></p>\n<ul>${items.join('')}</ul>`
}

function operationOf(operation: Operation, common: readonly string[]): string {
  const { operationId, method, path, summary, description, deprecated, parameters, requestBody, responses } = operation
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return `<section aria-labelledby="${escaped(operationId)}">
<h3 id="${escaped(operationId)}"><span class="method">${method}</span><code>${escaped(path)}</code></h3>
<p>${prose(summary)}.${deprecated === true ? ' <strong>Deprecated.</strong>' : ''}</p>
${description === undefined ? '' : `<p>${prose(description)}</p>`}
<p class="dim">${accessText(operation)} ${operation['x-quota-cost'] === 0 ? 'Does not count towards the quota.' : 'Counts as one call of the quota.'}</p>
${parameters.length === 0 ? '' : tableOf(['parameter', 'in', 'type', 'meaning'], parameters.map(parameterRow))}
${requestBody === undefined ? '' : contentOf('Body', requestBody.content)}
${successes.map(([status, answer]) => responseOf(status, answer)).join('\n')}
${problemsText(responses, common)}
</section>`
}

function accessText({ 'x-scope': scope, 'x-alternative-scopes': others = [] }: Operation): string {
  if (scope === undefined) return 'Public: needs no key.'
  return `Scope ${[scope, ...others].map((each) => `<code>${escaped(each)}</code>`).join(' or ')}.`
}

function parameterRow({ name, in: place, required, description = '', schema }: DescribedParameter): string[] {
  return [
    `<code>${escaped(name)}</code>${required ? ' <span class="dim">required</span>' : ''}`,
    escaped(place),
    escaped(typeText(schema)),
    prose(description),
  ]
}

/** Describes a schema in a few words. The OpenAPI document has the full schema. */
function typeText(schema: Readonly<Record<string, unknown>>): string {
  const { type = 'string', enum: values, minimum, maximum } = schema
  if (Array.isArray(values)) return values.join(' | ')
  return minimum === undefined && maximum === undefined ? String(type) : `${type} ${minimum ?? ''} to ${maximum ?? ''}`
}

function responseOf(status: string, { description, headers = {}, content }: DescribedResponse): string {
  const named = Object.entries(headers).map(
    ([name, each]) => `<code>${escaped(name)}</code>: ${prose(each.description)}`,
  )
  return `<p><strong>${escaped(status)}</strong> ${prose(description)}${named.length === 0 ? '' : ` <span class="dim">${named.join(' ')}</span>`}</p>
${content === undefined ? '' : contentOf('Answer', content)}`
}

function contentOf(what: string, content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `<details><summary>${what}: ${escaped(type)}</summary>${schemaText(schema)}</details>`)
    .join('\n')
}

function shapeOf([name, schema]: [string, unknown]): string {
  return `<h3 id="shape-${escaped(name)}"><code>${escaped(name)}</code></h3>
<details><summary>Fields</summary>${schemaText(schema)}</details>`
}

/** Renders a schema with links to the shared shapes that it references. */
function schemaText(schema: unknown): string {
  const text = escaped(JSON.stringify(schema, null, 1)).replaceAll(
    /#\/components\/schemas\/(\w+)/g,
    '<a href="#shape-$1">$1</a>',
  )
  return `<pre><code>${text}</code></pre>`
}

function codesOf({ description }: DescribedResponse): string[] {
  return [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code as string)
}

/** Returns the problem codes that every operation may return. */
function commonCodes(operations: readonly Operation[]): string[] {
  const [first = [], ...others] = operations.map(({ responses }) =>
    problemResponsesOf(responses).flatMap(([, each]) => codesOf(each)),
  )
  return first.filter((code) => others.every((codes) => codes.includes(code)))
}

function problemResponsesOf(responses: Readonly<Record<string, DescribedResponse>>): [string, DescribedResponse][] {
  return Object.entries(responses).filter(([status]) => Number(status) >= 400)
}

function codeLinks(codes: readonly string[]): string {
  return codes.map((code) => `<a href="/docs/errors#${escaped(code)}">${escaped(code)}</a>`).join(', ')
}

function problemsText(responses: Readonly<Record<string, DescribedResponse>>, common: readonly string[]): string {
  const own = problemResponsesOf(responses).flatMap(([status, each]) => {
    const codes = codesOf(each).filter((code) => !common.includes(code))
    return codes.length === 0 ? [] : [`${status} ${codeLinks(codes)}`]
  })
  return own.length === 0 ? '' : `<p class="dim">Problems: ${own.join('; ')}</p>`
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<div class="scroll"><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${cells.join('')}</tbody></table></div>`
}
