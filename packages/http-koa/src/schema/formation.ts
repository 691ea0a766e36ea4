import { z } from 'zod'
import { bits, curationSchema, judgementSchema } from './explain.ts'
import { confidence, utpidText } from './shared.ts'

/** Schemas of the steps by which a product came to be. */

const recordSchema = z
  .object({ supplier: z.string(), code: z.string(), name: z.string() })
  .meta({ id: 'FormationRecord', description: 'A record with its name.' })
const total = z.int().meta({ description: 'Number of such pairs across the two clusters.' })

/** Returns the schema of a refusal. Its name is made from its code, as for reasons of an explanation. */
function refusal<Code extends string, Fields extends z.ZodRawShape>(value: Code, fields: Fields) {
  const name = value.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return z.object({ code: z.literal(value), ...fields }).meta({ id: `${name}Refusal` })
}

const refusalSchema = z
  .discriminatedUnion('code', [
    refusal('judged_different', { judgement: judgementSchema, total }),
    refusal('curated_apart', {}),
    refusal('vetoed', { records: z.array(recordSchema).length(2), weight: bits, needs: z.null(), total }),
    refusal('same_supplier', { records: z.array(recordSchema).length(2), weight: bits, needs: bits, total }),
    refusal('clusters_disagree', { mean: z.number(), threshold: z.number(), pairs: z.int() }),
    refusal('below_match', { threshold: z.number() }),
    refusal('component_too_large', { max: z.int() }),
  ])
  .meta({ id: 'JoinRefusal', description: 'The reason why clustering did not join two clusters, by its code.' })

const stepSchema = z
  .object({
    a: recordSchema.meta({ description: 'A record of the product.' }),
    b: recordSchema,
    weight: bits,
    confidence,
    outcome: z
      .enum(['joined', 'together', 'refused'])
      .meta({ description: '`together`: an earlier step had already joined both records.' }),
    clusters: z
      .array(z.int())
      .length(2)
      .nullable()
      .meta({ description: 'Numbers of records in the clusters of a and b before the step. Null for a weak edge.' }),
    utpid: utpidText.nullable().meta({ description: 'The product of b; null if b belongs to this product.' }),
    refusal: refusalSchema.nullable(),
  })
  .meta({ id: 'FormationStep', description: 'An edge between two records, as clustering took it.' })

/** The steps by which a product came to be. */
export const formationSchema: z.ZodType = z
  .object({
    utpid: utpidText,
    records: z.array(recordSchema),
    kept: z
      .array(z.array(recordSchema))
      .meta({ description: 'Sets of records that decisions of people keep together, joined before the first step.' }),
    curatedBy: z.array(curationSchema),
    steps: z.array(stepSchema).meta({
      description: 'The edges at `match` or above in the order of clustering, then weaker edges to other products.',
    }),
    total: z.int().meta({
      description: 'Number of steps. Above 500, `steps` omits the steps `together`, then the last steps.',
    }),
    current: z.boolean().meta({
      description: 'False if clustering the stored edges now gives other records than the product has.',
    }),
    model: z.string(),
  })
  .meta({ id: 'Formation' })
