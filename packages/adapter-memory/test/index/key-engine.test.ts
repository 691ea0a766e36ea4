import { test } from 'vitest'
import { fullSegmentsFindAsThePlainIndex, segmentsFindAsThePlainIndex } from './key-engine-properties.ts'

test('segments, write buffer and merges find the candidates of the plain index', () => segmentsFindAsThePlainIndex(20))

test('a segment with the maximum number of buckets finds the same, also merged with a small segment', () =>
  fullSegmentsFindAsThePlainIndex(1))
