import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  guessMapping,
  isGuessed,
  type Mapping,
  mappingParameter,
  missingTargets,
} from '../../data/feed/column-mapping.ts'
import { type CsvTable, parseCsv } from '../../data/feed/csv.ts'
import type { FeedFormat } from '../../data/feed/feed-format.ts'
import { sendBatch, startImport, withHeader } from '../../data/feed/send-feed.ts'
import { keepSentFeed } from '../../data/feed/sent-feed.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import type { ShownKind } from '../../data/jobs.ts'
import { linkTo } from '../../routing/place.ts'
import { goTo } from '../../routing/route.ts'
import { Check, Field, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { type EndingFields, EndingForm, endingQuery, NOTHING_ENDS } from './ending-form.tsx'
import { formatOf, isReadable } from './feed-file.ts'

interface Chosen {
  readonly file: File
  readonly format: FeedFormat
  /** Preview of a readable CSV. */
  readonly table: CsvTable | undefined
}

const PREVIEW_BYTES = 65_536
const PREVIEW_ROWS = 5

const TEXTS = {
  batch: {
    title: 'Map a batch',
    verb: 'Map',
    about: 'Matches each row to a product. The registry stores no rows.',
  },
  import: {
    title: 'Import a feed',
    verb: 'Import',
    about: 'Links records to matching products, or creates new products.',
  },
} as const

/** Form for uploading a file and mapping its columns. */
export function UploadView({ kind }: { readonly kind: ShownKind }): JSX.Element {
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined)
  const [mapping, setMapping] = useState<Mapping>({})
  const [supplier, setSupplier] = useState('')
  const [ending, setEnding] = useState<EndingFields>(NOTHING_ENDS)
  const [isDryRun, setDryRun] = useState(false)
  const { title, about, verb } = TEXTS[kind]

  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return setChosen(undefined)
    const next = await chosenFile(file)
    setChosen(next)
    setMapping(guessMapping(next.table?.columns ?? []))
  }
  const action = useAction(async () => {
    if (chosen === undefined) return
    const job = await startJob(kind, chosen, { mapping, supplier, ending, isDryRun })
    goTo(linkTo(['jobs', kind, job.id]))
  })
  const missing = chosen?.table === undefined ? [] : missingTargets(mapping, kind)
  return (
    <PageFrame title={title} about={about} actions={<a href="#/jobs">All jobs</a>}>
      <Form
        label={title}
        action={action}
        verb={action.isBusy ? 'Sending …' : isDryRun ? 'Try' : verb}
        isDisabled={chosen === undefined}
      >
        <Panel title="File">
          <div class="form">
            <FileField kind={kind} onChoose={choose} />
            {kind === 'import' && (
              <div class="form-columns">
                <TextField
                  label="Supplier"
                  value={supplier}
                  onInput={setSupplier}
                  isRequired={!Object.values(mapping).includes('supplier')}
                  hint="Id of the supplier, such as bedbank."
                />
                <Check label="Try first: show the result, write nothing" isChecked={isDryRun} onInput={setDryRun} />
              </div>
            )}
            {kind === 'import' && <EndingForm fields={ending} onChange={setEnding} />}
          </div>
        </Panel>
        {chosen?.table !== undefined && (
          <Panel title="Columns">
            <ColumnMapping table={chosen.table} mapping={mapping} onChange={setMapping} />
          </Panel>
        )}
        {missing.length > 0 && (
          <p class="notice warn" role="status">
            No column is mapped to {missing.join(' or ')}. Rows without it are usually rejected.
          </p>
        )}
      </Form>
    </PageFrame>
  )
}

const TEXT_FILES = '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.gz'
const FILES = {
  batch: { accept: TEXT_FILES, hint: 'CSV, JSON Lines or JSON, gzipped or not.' },
  import: {
    accept: `${TEXT_FILES},.xlsx,.xml,.parquet,.zip,.zst`,
    hint: 'CSV, JSON Lines, JSON, XLSX, XML or Parquet; also packed with gzip, zstd or zip.',
  },
} as const

interface FileFieldProps {
  readonly kind: ShownKind
  readonly onChoose: (file: File | undefined) => Promise<void>
}

function FileField({ kind, onChoose }: FileFieldProps): JSX.Element {
  const { accept, hint } = FILES[kind]
  return (
    <Field label="Feed" hint={hint}>
      {(ids) => (
        <input
          {...ids}
          type="file"
          required
          accept={accept}
          onChange={({ currentTarget }) => void onChoose(currentTarget.files?.[0])}
        />
      )}
    </Field>
  )
}

/** Detects the format of a file, and parses the first rows of a readable CSV. */
async function chosenFile(file: File): Promise<Chosen> {
  const format = formatOf(file.name)
  const begin = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer())
  const table =
    format === 'csv' && isReadable(begin)
      ? parseCsv(new TextDecoder().decode(begin), PREVIEW_ROWS, file.size <= PREVIEW_BYTES)
      : undefined
  return { file, format, table }
}

interface UploadOptions {
  readonly mapping: Mapping
  readonly supplier: string
  readonly ending: EndingFields
  readonly isDryRun: boolean
}

/** Sends the file with mapped columns. Only imports use the other options. */
async function startJob(
  kind: ShownKind,
  { file, format, table }: Chosen,
  { mapping, supplier, ending, isDryRun }: UploadOptions,
): Promise<{ readonly id: string }> {
  // The file stays as it is wherever possible, since the user can download it with UTPIDs later.
  const isUnchanged = table === undefined || isGuessed(table.columns, mapping)
  const parameter = isUnchanged || kind === 'batch' ? undefined : mappingParameter(mapping)
  const body =
    isUnchanged || parameter !== undefined ? file : await withHeader(file, table.columns, mapping, table.delimiter)
  if (kind === 'batch') return await sendBatch(body, format, { mode: 'async', fileName: file.name })
  const options = {
    fileName: file.name,
    ...(parameter === undefined ? {} : { mapping: parameter }),
    ...(supplier.trim() === '' ? {} : { supplier: supplier.trim() }),
    ...endingQuery(ending),
    ...(isDryRun ? { dryRun: true } : {}),
  }
  const job = await startImport(body, format, options)
  keepSentFeed(job.id, (allowLoss) => startImport(body, format, { ...options, allowLoss }))
  return job
}
