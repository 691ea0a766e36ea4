const DEPARTMENT_DIGITS = 2

/**
 * Returns whether a record of a national register may be used for training: yes if the department in its postcode is
 * even. Records of odd departments are for the evaluation of hotels with one name in two towns.
 *
 * @returns undefined for a record without a department.
 */
export function isTownForTraining(postcode: string | undefined): boolean | undefined {
  const department = Number(postcode?.slice(0, DEPARTMENT_DIGITS) || Number.NaN)
  return Number.isNaN(department) ? undefined : department % 2 === 0
}
