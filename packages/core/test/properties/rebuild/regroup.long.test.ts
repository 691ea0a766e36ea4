import { test } from 'vitest'
import { anyGroupsBecomeThoseOfAnImport } from './regroup-properties.ts'

test('whatever groups records were restored with, regrouping gives those of an import', () =>
  anyGroupsBecomeThoseOfAnImport(800))
