type Json = unknown

/**
 * Returns the incompatible changes between two OpenAPI documents: removed parts and new requirements. Additions are
 * compatible: a route, an optional parameter or field of a request, a field of a response that may get new fields, a
 * value of an open list, a status.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const found: string[] = []
  const paths = fields(fields(before).paths)
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(fields(methods))) {
      const where = `${method.toUpperCase()} ${path}`
      const now = fields(fields(fields(after).paths)[path])[method]
      if (now === undefined) found.push(`${where} is gone`)
      else found.push(...ofOperation(where, fields(operation), fields(now)))
    }
  }
  return found
}

function ofOperation(where: string, before: Record<string, Json>, after: Record<string, Json>): string[] {
  const found: string[] = []
  if (before.operationId !== after.operationId) found.push(`${where} is called ${String(after.operationId)}`)
  if (before['x-scope'] !== after['x-scope']) found.push(`${where} needs another scope`)
  const named = (operation: Record<string, Json>): Map<string, Record<string, Json>> =>
    new Map(
      list(operation.parameters).map((each) => [
        `${String(fields(each).in)} ${String(fields(each).name)}`,
        fields(each),
      ]),
    )
  const [old, now] = [named(before), named(after)]
  for (const [name, parameter] of old) {
    const present = now.get(name)
    if (present === undefined) found.push(`${where} no longer takes ${name}`)
    else found.push(...narrowed(`${where} ${name}`, parameter.schema, present.schema))
  }
  for (const [name, { required }] of now) {
    if (required === true && old.get(name)?.required !== true) found.push(`${where} asks for ${name}`)
  }
  const bodyOf = (operation: Record<string, Json>): Record<string, Json> =>
    fields(fields(operation.requestBody).content)
  for (const [type, { schema }] of contents(bodyOf(before))) {
    const present = fields(bodyOf(after)[type])
    if (present.schema === undefined) found.push(`${where} no longer reads ${type}`)
    else found.push(...narrowed(`${where} body`, schema, present.schema))
  }
  for (const [status, answer] of Object.entries(fields(before.responses))) {
    const present = fields(after.responses)[status]
    if (present === undefined) {
      if (Number(status) < 400) found.push(`${where} no longer answers ${status}`)
      continue
    }
    for (const [type, { schema }] of contents(fields(fields(answer).content))) {
      const shown = fields(fields(fields(present).content)[type])
      if (shown.schema === undefined) found.push(`${where} ${status} is no longer ${type}`)
      else found.push(...lessAnswered(`${where} ${status}`, schema, shown.schema))
    }
  }
  return found
}

/** Returns request values that are no longer accepted. */
function narrowed(where: string, before: Json, after: Json): string[] {
  const [old, now] = [fields(before), fields(after)]
  const found: string[] = []
  if (old.type !== undefined && now.type !== undefined && !same(old.type, now.type))
    found.push(`${where} is of another type`)
  for (const value of list(old.enum))
    if (now.enum !== undefined && !list(now.enum).includes(value)) found.push(`${where} refuses ${String(value)}`)
  for (const bound of ['maximum', 'maxLength', 'maxItems'] as const) {
    if (Number(now[bound] ?? Infinity) < Number(old[bound] ?? Infinity)) found.push(`${where} has a smaller ${bound}`)
  }
  for (const bound of ['minimum', 'minLength', 'minItems'] as const) {
    if (Number(now[bound] ?? -Infinity) > Number(old[bound] ?? -Infinity)) found.push(`${where} has a larger ${bound}`)
  }
  for (const name of list(now.required))
    if (!list(old.required).includes(name)) found.push(`${where} asks for ${String(name)}`)
  for (const [name, schema] of Object.entries(fields(old.properties))) {
    const present = fields(now.properties)[name]
    if (present === undefined) {
      if (now.additionalProperties === false) found.push(`${where} refuses ${name}`)
    } else found.push(...narrowed(`${where}.${name}`, schema, present))
  }
  if (old.items !== undefined && now.items !== undefined) found.push(...narrowed(`${where}[]`, old.items, now.items))
  return found
}

/** Returns removed parts of a response, and additions to a response whose schema is strict. */
function lessAnswered(where: string, before: Json, after: Json): string[] {
  const [old, now] = [fields(before), fields(after)]
  const found: string[] = []
  // A type may be added to a schema that had none.
  if (old.type !== undefined && !same(old.type, now.type)) found.push(`${where} is of another type`)
  for (const name of list(old.required))
    if (!list(now.required).includes(name)) found.push(`${where} may lack ${String(name)}`)
  for (const [name, schema] of Object.entries(fields(old.properties))) {
    const present = fields(now.properties)[name]
    if (present === undefined) found.push(`${where} has no ${name}`)
    else found.push(...lessAnswered(`${where}.${name}`, schema, present))
  }
  if (old.additionalProperties === false && list(old.required).length > 0) {
    for (const name of Object.keys(fields(now.properties))) {
      if (fields(old.properties)[name] === undefined && list(now.required).includes(name))
        found.push(`${where} was closed and has ${name}`)
    }
  }
  if (old.items !== undefined) found.push(...lessAnswered(`${where}[]`, old.items, now.items))
  return found
}

function contents(content: Record<string, Json>): [string, Record<string, Json>][] {
  return Object.entries(content).map(([type, each]) => [type, fields(each)])
}

function fields(value: Json): Record<string, Json> {
  return typeof value === 'object' && value !== null ? (value as Record<string, Json>) : {}
}

function list(value: Json): Json[] {
  return Array.isArray(value) ? value : []
}

function same(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
