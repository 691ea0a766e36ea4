import fc from 'fast-check'
import { expect, test } from 'vitest'
import { solveSymmetric } from '../../src/statistics/solve-symmetric.ts'

const SIZE = 5
const number = fc.double({ min: -4, max: 4, noNaN: true })

test('the matrix times the solution gives the right side', () => {
  const row = fc.array(number, { minLength: SIZE, maxLength: SIZE })
  fc.assert(
    fc.property(fc.array(row, { minLength: SIZE, maxLength: SIZE }), row, (root, right) => {
      // A matrix times its transpose, plus 1 on the diagonal, is positive definite.
      const matrix = root.map((one, at) =>
        root.map((other, to) => one.reduce((sum, value, k) => sum + value * (other[k] as number), at === to ? 1 : 0)),
      )
      const x = solveSymmetric(Float64Array.from(matrix.flat()), Float64Array.from(right))
      for (const [at, expected] of right.entries()) {
        const product = (matrix[at] as number[]).reduce((sum, value, k) => sum + value * (x[k] as number), 0)
        expect(product).toBeCloseTo(expected, 6)
      }
    }),
  )
})

test('rejects a matrix that is not positive definite', () => {
  expect(() => solveSymmetric(Float64Array.from([1, 0, 0, -1]), Float64Array.from([1, 1]))).toThrow(RangeError)
})
