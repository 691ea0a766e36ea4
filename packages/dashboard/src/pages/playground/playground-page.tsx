import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { sendBatch } from '../../data/feed/send-feed.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { type InputDraft, inputOf, NO_INPUT } from './input-draft.ts'
import { MatchAnswer } from './match-answer.tsx'

type Way = 'fields' | 'json' | 'csv'
type Match = Answers['match'] & { readonly error?: { readonly message: string } }

const EXAMPLE_JSON = `{
  "name": "Hotel Ritz",
  "location": { "city": "Paris", "country": "FR" }
}`
const EXAMPLE_CSV = `name,city,country
Hotel Ritz,Paris,FR`

/** Page that matches one or a few records, and explains the result. */
export function PlaygroundPage(): JSX.Element {
  const [way, setWay] = useState<Way>('fields')
  const [draft, setDraft] = useState<InputDraft>(NO_INPUT)
  const [json, setJson] = useState(EXAMPLE_JSON)
  const [csv, setCsv] = useState(EXAMPLE_CSV)
  const [answers, setAnswers] = useState<readonly Match[] | undefined>(undefined)
  const action = useAction(async () => {
    if (way === 'csv') {
      const job = await sendBatch(csv, 'csv', { mode: 'sync', explain: 'true', minConfidence: '0' })
      setAnswers((job.results ?? []) as unknown as Match[])
      return
    }
    const input = way === 'json' ? parsed(json) : inputOf(draft)
    setAnswers([await api.match({ input, options: { explain: true, minConfidence: 0, limit: 5 } })])
  })
  return (
    <PageFrame title="Match playground" about="Which product is it? Inputs are not stored.">
      <div class="playground">
        <Panel title="Input">
          <Form label="Input" action={action} verb="Match">
            <SelectField
              label="Input format"
              value={way}
              onInput={(value) => setWay(value as Way)}
              options={[
                ['fields', 'Fields'],
                ['json', 'JSON'],
                ...(may('registry:batch') ? [['csv', 'CSV'] as const] : []),
              ]}
            />
            {way === 'fields' && <Fields draft={draft} onChange={(changed) => setDraft({ ...draft, ...changed })} />}
            {way === 'json' && <Area label="Record" value={json} onInput={setJson} />}
            {way === 'csv' && <Area label="Rows, with a header" value={csv} onInput={setCsv} />}
          </Form>
        </Panel>
        <div class="stack loose" aria-live="polite">
          {answers === undefined ? (
            <Empty title="The result appears here">A name and a place are usually enough.</Empty>
          ) : (
            answers.map((answer, at) => (
              // Results have no id, so their position is the key.
              <MatchAnswer
                key={`${at} ${answer.utpid}`}
                answer={answer}
                number={answers.length > 1 ? at + 1 : undefined}
              />
            ))
          )}
        </div>
      </div>
    </PageFrame>
  )
}

function Fields({
  draft,
  onChange,
}: {
  readonly draft: InputDraft
  readonly onChange: (changed: Partial<InputDraft>) => void
}): JSX.Element {
  const field = (name: keyof InputDraft, label: string, hint?: string): JSX.Element => (
    <TextField
      key={name}
      label={label}
      value={draft[name]}
      onInput={(text) => onChange({ [name]: text })}
      hint={hint}
    />
  )
  return (
    <>
      {field('name', 'Name')}
      <div class="form-columns">
        {field('city', 'City')}
        {field('country', 'Country')}
        {field('address', 'Address')}
        {field('postalCode', 'Postal code')}
        {field('coordinates', 'Coordinates', 'Latitude, longitude')}
        {field('category', 'Category')}
        {field('phone', 'Phone')}
        {field('website', 'Website')}
        {field('supplier', 'Supplier')}
        {field('code', 'Code')}
      </div>
    </>
  )
}

function Area({
  label,
  value,
  onInput,
}: {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
}): JSX.Element {
  return (
    <Field label={label}>
      {(ids) => (
        <textarea
          {...ids}
          rows={12}
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  )
}

function parsed(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`This is not valid JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Enter one object: { … }')
  return value
}
