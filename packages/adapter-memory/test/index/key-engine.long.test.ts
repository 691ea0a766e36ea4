import { test } from 'vitest'
import { fullSegmentsFindAsThePlainIndex, segmentsFindAsThePlainIndex } from './key-engine-properties.ts'

test('segments, what was written since, and merges of them find the candidates of the plain index', () =>
  segmentsFindAsThePlainIndex(6_000))

test('a segment with as many buckets as there can be finds the same, and so does one merged with a small one', () =>
  fullSegmentsFindAsThePlainIndex(30))
