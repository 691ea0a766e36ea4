/** `feature-rows-once.ts FILE`: counts the feature rows of a snapshot in a process of its own; prints {@link FeatureRows}. */
import { countFeatureRows } from './feature-rows.ts'

const [file = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(countFeatureRows(file)))
