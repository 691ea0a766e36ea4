import type { InputItem, JobError } from '../model/job.ts'

/** Returns the value of an item, or the reason why the item is unreadable. */
export function readItem(item: InputItem): { readonly value: unknown } | { readonly error: JobError } {
  if ('error' in item) return { error: item.error }
  try {
    return { value: JSON.parse(item.text) as unknown }
  } catch (error) {
    return { error: { code: 'invalid_json', message: `The line is not JSON: ${(error as Error).message}.` } }
  }
}
