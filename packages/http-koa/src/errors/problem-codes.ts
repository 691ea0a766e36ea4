import type { ErrorCode } from '@utpid/core'
import { ERROR_CODES } from '@utpid/core/codes'
import { SERVICE_ERROR_CODES, type ServiceErrorCode } from '@utpid/service/internal'
import { HTTP_ERROR_CODES, type HttpErrorCode } from './http-error.ts'

/** A code of a problem: of the registry, the service or HTTP. */
export type ProblemCode = ErrorCode | ServiceErrorCode | HttpErrorCode

/** The codes of all problems, each with the sentence that documents it. */
export const PROBLEM_CODES: Readonly<Record<ProblemCode, string>> = {
  ...ERROR_CODES,
  ...SERVICE_ERROR_CODES,
  ...HTTP_ERROR_CODES,
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEM_CODES, code)
}
