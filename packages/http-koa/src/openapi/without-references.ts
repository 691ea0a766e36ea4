/**
 * Replaces each `$ref` of an API description by the referenced part.
 *
 * @param kept - A kind of components whose references stay, such as `schemas`. Default: none.
 */
export function withoutReferences(document: object, kept?: string): Record<string, unknown> {
  const { components = {} } = document as { readonly components?: Record<string, Record<string, unknown>> }
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as { readonly $ref?: unknown }
    const fields = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, written(each)]))
    if (typeof $ref !== 'string') return fields
    const [kind = '', name = ''] = $ref.split('/').slice(-2)
    if (kind === kept) return value
    const shared = components[kind]?.[name]
    // Fields next to a `$ref` override the referenced part in this place only.
    return { ...(written(shared) as object), ...fields }
  }
  return written(document) as Record<string, unknown>
}
