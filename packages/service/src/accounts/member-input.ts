import { z } from 'zod'
import { MAX_PASSWORD, MIN_PASSWORD } from '../authentication/password.ts'
import { textInput } from '../input/text-input.ts'
import { ROLE_NAMES, type Role } from '../model/role.ts'

const MAX_NAME = 100

/** Maximum characters of an e-mail address (RFC 5321). */
const MAX_EMAIL = 254

/** A person to invite. */
export interface NewMember {
  readonly name: string
  readonly email: string
  readonly role: Role
}

/** A change of a member. Absent fields stay as they are. */
export interface MemberChange {
  readonly name?: string
  readonly role?: Role
  /** `active` reactivates a `disabled` member. */
  readonly status?: 'active' | 'disabled'
}

const name = textInput({ min: 1, max: MAX_NAME, isTrimmed: true, form: 'line' })
const role = z.enum(ROLE_NAMES as [Role, ...Role[]])

export const MEMBER_EMAIL: z.ZodType<string> = z.string().trim().toLowerCase().max(MAX_EMAIL).email()

/** Checks a new member. */
export const NEW_MEMBER: z.ZodType<NewMember> = z.strictObject({ name, email: MEMBER_EMAIL, role })

/** Checks a change of a member. */
export const MEMBER_CHANGE: z.ZodType<MemberChange> = z.strictObject({
  name: name.exactOptional(),
  role: role.exactOptional(),
  status: z.enum(['active', 'disabled']).exactOptional(),
})

/** Checks a new password. */
export const NEW_PASSWORD: z.ZodType<string> = textInput({ min: MIN_PASSWORD, max: MAX_PASSWORD })

/** The name of a member. */
export const MEMBER_NAME: z.ZodType<string> = name

/** The name of an account, a service, or a plan. */
export const ROW_NAME: z.ZodType<string> = name
