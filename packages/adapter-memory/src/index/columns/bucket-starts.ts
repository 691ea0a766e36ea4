/**
 * Returns the start of each bucket after sorting the entries by bucket, plus the number of entries as an end.
 *
 * @param bucketOf - Returns the bucket of an entry.
 */
export function bucketStarts(
  entries: number,
  buckets: number,
  bucketOf: (entry: number) => number,
): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(buckets + 1)
  for (let entry = 0; entry < entries; entry++) {
    const after = bucketOf(entry) + 1
    starts[after] = (starts[after] as number) + 1
  }
  for (let bucket = 1; bucket <= buckets; bucket++) {
    starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number)
  }
  return starts
}
