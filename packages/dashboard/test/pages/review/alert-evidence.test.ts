import { test } from 'vitest'
import { alertsShowTheirRecords } from './alert-evidence.ts'

test(
  'columns, explanation and reason are about the two records of the alert',
  () => alertsShowTheirRecords(450, 25),
  60_000,
)
