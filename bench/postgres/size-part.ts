import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow } from '../harness/row.ts'
import { filledSchema } from '../place/filled.ts'

const GIGABYTE = 1e9
const MEGABYTE = 1e6

interface Size {
  readonly name: string
  readonly heap: string
  readonly indexes: string
}

/** Measures the disk space of the tables and their indexes. */
export const sizePart: Part = {
  name: 'size',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const schema = await filledSchema(context)
    const sizes = await schema.query<Size>(
      `select relname as name, pg_table_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes
       from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = $1 and relkind = 'r'
       order by pg_total_relation_size(c.oid) desc`,
      [schema.name],
    )
    const total = sizes.reduce((sum, { heap, indexes }) => sum + Number(heap) + Number(indexes), 0)
    const shown = sizes.filter(({ heap, indexes }) => Number(heap) + Number(indexes) >= MEGABYTE)
    return {
      n: schema.records,
      rows: [
        plainRow(
          'size.restore',
          `restored ${schema.records.toLocaleString('en')} records in`,
          schema.restoreSeconds,
          's',
        ),
        barRow('size.total', 'size of all tables and indexes', total / GIGABYTE, 'GB', ['<=', 10]),
        ...shown.flatMap(({ name, heap, indexes }) => [
          plainRow(`size.${name}`, `... ${name}`, Number(heap) / MEGABYTE, 'MB'),
          plainRow(`size.${name}.indexes`, '... its indexes', Number(indexes) / MEGABYTE, 'MB'),
        ]),
      ],
    }
  },
}
