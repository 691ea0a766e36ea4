/** The operations of `@utpid/client`, written from the description of the API. */
import { openApiDocument, ROUTES, withoutReferences } from '@utpid/http-koa'
import { type JsonSchema, typeOf } from './type-of-schema.ts'

export const CLIENT_OPERATIONS = 'packages/client/src/generated/operations.ts'

/** Written by hand, as their bodies are streams; or for browsers with the cookie of the dashboard only. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'import',
  'export',
  'signIn',
  'signOut',
  'currentSession',
  'takeUpInvitation',
])

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: JsonSchema
  readonly description?: string
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Method {
  readonly name: string
  readonly verb: string
  readonly path: string
  readonly operation: Operation
  readonly body: JsonSchema | undefined
}

/** The text of {@link CLIENT_OPERATIONS}. */
export function clientOperations(): string {
  const { paths } = withoutReferences(openApiDocument(ROUTES)) as { paths: Record<string, Record<string, Operation>> }
  const methods = Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([verb, operation]) => ({ path, verb: verb.toUpperCase(), operation })),
    )
    .map((each) => ({
      ...each,
      name: each.operation.operationId,
      body: each.operation.requestBody?.content['application/json']?.schema,
    }))
    .filter(({ name, operation }) => !LEFT_OUT.has(name) && answerOf(operation) !== undefined)
  return [
    '/** Written by `npm run reference` from the route table: what is changed here is lost. */',
    "import type { CallOptions } from '../transport/call-options.ts'",
    block('Queries', 'Parameters of each operation behind the `?`.', methods.flatMap(queryEntry)),
    block('Bodies', 'What each operation is sent.', methods.flatMap(bodyEntry)),
    block('Answers', 'What each operation answers.', methods.map(answerEntry)),
    block('Operations', 'A method for each operation of the API.', methods.map(methodEntry)),
    table(methods),
  ].join('\n\n')
}

function block(name: string, about: string, entries: readonly string[]): string {
  return `/** ${about} */\nexport interface ${name} {\n${entries.join('\n')}\n}`
}

function queryEntry({ name, operation }: Method): string[] {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  if (query.length === 0) return []
  const fields = query.map(({ name: field, required, schema, description }) => {
    const comment = description === undefined ? '' : `    /** ${description} */\n`
    return `${comment}    readonly ${field}${required ? '' : '?'}: ${parameterType(schema)}${required ? '' : ' | undefined'}`
  })
  return [`  readonly ${name}: {\n${fields.join('\n')}\n  }`]
}

/** Texts of a query that stand for something else are written as what they stand for. */
function parameterType(schema: JsonSchema): string {
  const { enum: values, 'x-words': words } = schema
  if (values?.join() === 'true,false') return 'boolean'
  if (words !== undefined) return `readonly (${words.map((word) => `'${word}'`).join(' | ')})[]`
  return typeOf(schema, 4, 'sent')
}

function bodyEntry({ name, body }: Method): string[] {
  return body === undefined || isEmpty(body) ? [] : [`  readonly ${name}: ${typeOf(body, 2, 'sent')}`]
}

function answerEntry({ name, operation }: Method): string {
  return `  readonly ${name}: ${answerOf(operation)}`
}

/** Undefined of an operation that answers something else than JSON. */
function answerOf({ responses }: Operation): string | undefined {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = good.map(([, { content }]) => {
    if (content === undefined) return 'undefined'
    const schema = content['application/json']?.schema
    return schema === undefined ? undefined : typeOf(schema, 2, 'answered')
  })
  return types.includes(undefined) ? undefined : [...new Set(types)].join(' | ')
}

function methodEntry({ name, verb, path, operation, body }: Method): string {
  const parameters = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name: parameter, schema }) => `${parameter}: ${schema.type === 'integer' ? 'number' : 'string'}`)
  if (body !== undefined && !isEmpty(body)) parameters.push(`body${isOptional(body) ? '?' : ''}: Bodies['${name}']`)
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  if (query.length > 0) parameters.push(`query${query.some(({ required }) => required) ? '' : '?'}: Queries['${name}']`)
  parameters.push('options?: CallOptions')
  const about = `  /** ${operation.summary}. \`${verb} ${path}\` */`
  return `${about}\n  ${name}(${parameters.join(', ')}): Promise<Answers['${name}']>`
}

/** Operations that change nothing, whatever their verb. */
const QUESTIONS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ isQuestion }) => isQuestion === true).map(({ operationId }) => operationId),
)

/** Verb, then whether there is a body (`b`, or `e` for an empty one), a query (`q`), nothing that changes (`r`), then the path. */
function table(methods: readonly Method[]): string {
  const entries = methods.map(({ name, verb, path, operation, body }) => {
    const sent = body === undefined ? '' : isEmpty(body) ? 'e' : 'b'
    const asked = operation.parameters.some((parameter) => parameter.in === 'query') ? 'q' : ''
    const read = QUESTIONS.has(name) ? 'r' : ''
    return `  ${name}: '${verb} ${sent}${asked}${read} ${path.replaceAll(/\{\w+\}/g, '*')}',`
  })
  return `/** How each operation is asked: its verb, \`b\` with a body (\`e\`: an empty one), \`q\` with a query, \`r\` when it changes nothing, its path. */\nexport const OPERATIONS: { readonly [Name in keyof Operations]: string } = {\n${entries.join('\n')}\n}\n`
}

function isEmpty({ properties, additionalProperties }: JsonSchema): boolean {
  return additionalProperties === false && Object.keys(properties ?? {}).length === 0
}

function isOptional({ type, required = [] }: JsonSchema): boolean {
  return type === 'object' && required.length === 0
}
