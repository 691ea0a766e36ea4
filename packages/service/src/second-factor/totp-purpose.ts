import type { Member } from '../model/account.ts'

/** The purpose of a sealed secret of a second factor: only the row of the same member can open it. */
export function purposeOf({ id }: Pick<Member, 'id'>): string {
  return `totp ${id}`
}
