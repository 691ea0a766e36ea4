/**
 * Solves `matrix * x = right` for a symmetric positive definite matrix by Cholesky's decomposition.
 *
 * @param matrix - Row by row, `size * size`; only the lower triangle is read, and it is overwritten.
 * @throws RangeError if the matrix is not positive definite.
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length
  const at = (row: number, column: number): number => matrix[row * size + column] as number
  for (let column = 0; column < size; column++) {
    let rest = at(column, column)
    for (let k = 0; k < column; k++) rest -= at(column, k) ** 2
    if (!(rest > 0)) throw new RangeError(`The matrix is not positive definite in column ${column}.`)
    const root = Math.sqrt(rest)
    matrix[column * size + column] = root
    for (let row = column + 1; row < size; row++) {
      let sum = at(row, column)
      for (let k = 0; k < column; k++) sum -= at(row, k) * at(column, k)
      matrix[row * size + column] = sum / root
    }
  }
  const x = Float64Array.from(right)
  for (let row = 0; row < size; row++) {
    let sum = x[row] as number
    for (let k = 0; k < row; k++) sum -= at(row, k) * (x[k] as number)
    x[row] = sum / at(row, row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = x[row] as number
    for (let k = row + 1; k < size; k++) sum -= at(k, row) * (x[k] as number)
    x[row] = sum / at(row, row)
  }
  return x
}
