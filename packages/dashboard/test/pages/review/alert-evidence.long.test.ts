import { test } from 'vitest'
import { alertsShowTheirRecords } from './alert-evidence.ts'

test(
  'columns, explanation and reason are about the two records of 1,000 alerts',
  () => alertsShowTheirRecords(14_000, 1_000),
  900_000,
)
