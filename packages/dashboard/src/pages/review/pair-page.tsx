import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { readProduct } from '../../data/product/product.ts'
import { parseRef } from '../../data/product/record-code.ts'
import { linkTo } from '../../routing/place.ts'
import { goTo } from '../../routing/route.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ModelConfidence } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Evidence } from './evidence.tsx'
import './review.css'
import { type ComparedPair, comparedPair } from './shown-pair.ts'

/** Page that compares any two records or products: `#/review/pair?a=supplier:code&b=supplier:code`. */
export function PairPage({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const [a, b] = [query.get('a') ?? '', query.get('b') ?? '']
  const isAsked = a !== '' && b !== ''
  const asked = useRequest((signal) => readAnyPair(a, b, signal), isAsked ? `${a} ${b}` : undefined)
  const pair = asked.isLoading ? undefined : asked.data
  const evidence = pair?.explanation?.pair
  return (
    <PageFrame title="Compare two records" about="Why two records are one product, or why not.">
      <PairForm key={`${a} ${b}`} a={a} b={b} />
      {asked.error !== undefined && <Failure error={asked.error} onRetry={asked.refresh} />}
      {asked.isLoading && <Loading label="The pair" />}
      {pair !== undefined && (
        <Panel
          title={[...new Set(pair.products.map(({ name }) => name))].join(' and ')}
          aside={evidence == null ? undefined : <ModelConfidence value={evidence.confidence} />}
        >
          {pair.columns === undefined ? (
            <p class="dim">There are no two different records to compare.</p>
          ) : (
            <div class="stack loose">
              <Evidence pair={pair} isBlind={false} />
            </div>
          )}
        </Panel>
      )}
    </PageFrame>
  )
}

function PairForm({ a, b }: { readonly a: string; readonly b: string }): JSX.Element {
  const [one, setOne] = useState(a)
  const [other, setOther] = useState(b)
  return (
    <form
      class="pair-form"
      onSubmit={(event) => {
        event.preventDefault()
        goTo(linkTo(['review', 'pair'], { a: one.trim(), b: other.trim() }))
      }}
    >
      <TextField label="First" hint="supplier:code, or a UTPID" value={one} onInput={setOne} isRequired />
      <TextField label="Second" hint="supplier:code, or a UTPID" value={other} onInput={setOther} isRequired />
      <Button isSubmit>Compare</Button>
    </form>
  )
}

/** Reads two records or products, and the explanation that compares them. @throws {UtpidError} */
async function readAnyPair(a: string, b: string, signal: AbortSignal): Promise<ComparedPair> {
  const explanation = await api.explain({ a: parseRef(a), b: parseRef(b) }, { signal })
  const [one, other] = [explanation.a, explanation.b].map((side, at) => {
    if (side.kind !== 'input' && side.utpid !== null) return side.utpid
    throw new Error(`${at === 0 ? a : b} is inactive: it belongs to no product now.`)
  }) as [string, string]
  const first = readProduct(one, signal)
  return comparedPair(await Promise.all([first, one === other ? first : readProduct(other, signal)]), explanation)
}
