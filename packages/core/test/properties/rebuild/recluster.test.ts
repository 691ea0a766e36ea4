import { test } from 'vitest'
import { anyGroupsBecomeThoseOfAnImport } from './recluster-properties.ts'

test('reclustering any restored clusters gives those of an import', () => anyGroupsBecomeThoseOfAnImport(12))
