import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'

/** Writes a Parquet file with Snappy, in groups of 100,000 rows. */
export function writeParquet(columns: ColumnSource[]): Buffer {
  return Buffer.from(parquetWriteBuffer({ columnData: columns, rowGroupSize: 100_000 }))
}
