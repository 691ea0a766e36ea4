import type { JSX } from 'preact'
import { codeText } from '../../data/product/record-code.ts'
import { supplierNames } from '../../data/product/supplier-names.ts'
import { PairMap } from '../../map/pair-map.tsx'
import { Waterfall } from '../../ui/charts/waterfall.tsx'
import { ProductLink } from '../../ui/marks.tsx'
import { likelihood } from '../../ui/show-values.ts'
import { type NonMatchReason, nonMatchText } from './non-match-text.ts'
import { OtherPairs } from './other-pairs.tsx'
import { PairView } from './pair-view.tsx'
import type { ComparedPair } from './shown-pair.ts'

type Path = NonNullable<ComparedPair['explanation']>['path']

/** Shows two records, the reason why they were or were not linked, the evidence, and all other pairs of their products. */
export function Evidence({
  pair: { products, columns, explanation },
  isBlind,
}: {
  readonly pair: ComparedPair
  readonly isBlind: boolean
}): JSX.Element {
  const pair = explanation?.pair ?? undefined
  if (columns === undefined || explanation === undefined || pair === undefined) {
    return <p class="dim">The products of this alert no longer have its two records.</p>
  }
  if (isBlind) {
    return (
      <>
        <PairView columns={columns} comparisons={undefined} />
        <p class="dim">Blind mode hides the evidence and why they were not linked.</p>
      </>
    )
  }
  const nameOf = supplierNames(products)
  return (
    <>
      {explanation.together ? (
        <Linked path={explanation.path} utpid={columns[0].product.utpid} nameOf={nameOf} />
      ) : (
        <ApartReasons reasons={explanation.reasons} nameOf={nameOf} />
      )}
      <PairView columns={columns} comparisons={pair.comparisons} />
      <PairMap columns={columns} />
      <div class="stack">
        <h3>Evidence</h3>
        <Waterfall explanation={pair} isLinked={explanation.together} />
      </div>
      <OtherPairs columns={columns} />
    </>
  )
}

function ApartReasons({
  reasons: [first, ...others],
  nameOf,
}: {
  readonly reasons: readonly NonMatchReason[]
  readonly nameOf: (supplier: string) => string
}): JSX.Element | null {
  if (first === undefined) return null
  return (
    <div class="notice warn why-apart" data-reason={first.code}>
      <p>
        <strong>Not linked:</strong> {nonMatchText(first, nameOf)}
      </p>
      {others.length > 0 && (
        <ul class="small dim" aria-label="Further reasons">
          {others.map((reason) => (
            <li key={reason.code}>{nonMatchText(reason, nameOf)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Shows the chain of links between two records of one product. */
function Linked({
  path,
  utpid,
  nameOf,
}: {
  readonly path: Path
  readonly utpid: string
  readonly nameOf: (supplier: string) => string
}): JSX.Element {
  return (
    <div class="notice why-linked">
      <p>
        <strong>One product:</strong> both are records of <ProductLink utpid={utpid} />.
      </p>
      {path.length > 0 && (
        <ul class="small" aria-label="Links">
          {path.map(({ from, to, method, confidence }) => (
            <li key={`${codeText(from)} ${codeText(to)}`}>
              {nameOf(from.supplier)} {from.code} and {nameOf(to.supplier)} {to.code}: {linkText(method, confidence)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function linkText(method: Path[number]['method'], confidence: number): string {
  if (method === 'judgement') return 'a person judged them the same'
  if (method === 'curated') return 'decisions of people keep the product together'
  return `${likelihood(confidence)} likely${method === 'identifier' ? ', by a common identifier' : ''}`
}
