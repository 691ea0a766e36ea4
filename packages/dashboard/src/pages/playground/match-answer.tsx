import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { Waterfall } from '../../ui/charts/waterfall.tsx'
import { Badge, Confidence, ModelConfidence, ProductLink, type Tone } from '../../ui/marks.tsx'
import { Panel } from '../../ui/panel.tsx'
import { bits, countryName, likelihood, percent, words } from '../../ui/show-values.ts'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import './playground.css'

type Match = Answers['match'] & { readonly error?: { readonly message: string } }

const TONES: Readonly<Record<string, Tone>> = { match: 'good', review: 'warn', none: 'plain', invalid: 'bad' }

/** A match result with its candidates, repairs of the input, and suggestions. */
export function MatchAnswer({
  answer,
  number,
}: {
  readonly answer: Match
  readonly number: number | undefined
}): JSX.Element {
  const { decision, method, confidence, thresholds, reason, matches, error, model } = answer
  return (
    <Panel
      title={number === undefined ? 'Answer' : `Row ${number}`}
      aside={<Badge tone={TONES[decision ?? ''] ?? 'plain'}>{decision ?? 'none'}</Badge>}
    >
      <div class="stack loose">
        {error !== undefined ? (
          <p class="notice bad">{error.message}</p>
        ) : (
          <p>
            {method === null
              ? 'No decision.'
              : `Decided by ${words(method)}, ${method === 'model' ? likelihood(confidence) : percent(confidence)} sure.`}{' '}
            {reason !== null && `No match: ${words(reason)}. `}
            <span class="dim">
              Match from {percent(thresholds.match)}, review from {percent(thresholds.review)}; model {model}.
            </span>
          </p>
        )}
        {matches.length === 0 ? (
          <Empty title="No similar product found" />
        ) : (
          matches.map((match, at) => (
            <details key={match.utpid} open={at === 0} class="candidate">
              <summary>
                <span class="row apart">
                  <span>
                    <strong>{match.name}</strong>{' '}
                    <span class="dim">
                      {words(match.category)}, {match.location.city} {countryName(match.location.country)}
                    </span>
                  </span>
                  {method === 'model' ? (
                    <ModelConfidence value={match.confidence} />
                  ) : (
                    <Confidence value={match.confidence} />
                  )}
                </span>
              </summary>
              <div class="stack">
                <p>
                  <ProductLink utpid={match.utpid} />{' '}
                  <span class="dim">{match.suppliers.map(({ name }) => name).join(', ')}</span>
                </p>
                {match.explanation !== undefined && (
                  <Waterfall
                    explanation={{ ...match.explanation, confidence: match.confidence }}
                    isLinked={match.utpid === answer.utpid}
                  />
                )}
              </div>
            </details>
          ))
        )}
        <Repairs repairs={answer.repairs} />
        <Suggestions missingEvidence={answer.missingEvidence} />
      </div>
    </Panel>
  )
}

function Repairs({ repairs }: { readonly repairs: Match['repairs'] }): JSX.Element | null {
  if (repairs.length === 0) return null
  return (
    <div class="stack">
      <h3>Repairs</h3>
      <Table
        label="Repairs"
        rows={repairs}
        keyOf={({ code, field }) => `${code} ${String(field)}`}
        columns={[
          { label: 'Field', isName: true, show: ({ field }) => String(field ?? '') },
          { label: 'Repair', show: ({ code, message }) => String(message ?? words(code)) },
          { label: 'Before', show: ({ before }) => shown(before) },
          { label: 'After', show: ({ after }) => shown(after) },
        ]}
      />
    </div>
  )
}

function Suggestions({ missingEvidence }: { readonly missingEvidence: Match['missingEvidence'] }): JSX.Element | null {
  if (missingEvidence.length === 0) return null
  return (
    <div class="stack">
      <h3>Missing evidence</h3>
      <Table
        label="Missing evidence"
        rows={missingEvidence}
        keyOf={({ field }) => field}
        columns={[
          { label: 'Field', isName: true, show: ({ field }) => words(field) },
          {
            label: 'If it agrees',
            show: ({ bits: value }) => (typeof value === 'number' ? `${bits(value)} bits` : ''),
          },
          {
            label: 'If it differs',
            show: ({ bitsAgainst }) => (typeof bitsAgainst === 'number' ? `${bits(bitsAgainst)} bits` : ''),
          },
          { label: 'Enough', show: ({ enough }) => (enough === true ? 'alone' : 'with more') },
        ]}
      />
    </div>
  )
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
