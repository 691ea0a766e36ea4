const DEPARTMENT_DIGITS = 2

/**
 * Whether a record of a national register may be trained on, by the department in its postcode: the even ones may, so
 * that hotels of one name in two towns can be measured in the others.
 *
 * @returns undefined for a record without a department.
 */
export function isTownForTraining(postcode: string | undefined): boolean | undefined {
  const department = Number(postcode?.slice(0, DEPARTMENT_DIGITS) || Number.NaN)
  return Number.isNaN(department) ? undefined : department % 2 === 0
}
