export const PINNABLE_FIELDS = ['name'] as const
export function checkPinnedFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return fields
}
