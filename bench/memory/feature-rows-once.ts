/**
 * `feature-rows-once.ts FILE`: counts the feature rows of an index checkpoint in a separate process; prints {@link
 * FeatureRows}.
 */
import { countFeatureRows } from './feature-rows.ts'

const [file = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(countFeatureRows(file)))
