import type { JSX } from 'preact'
import { bits } from '../../../ui/show-values.ts'
import type { HowLayout } from './how-layout.ts'

const ROW = 26
const COLUMN = 56
const CHARACTER = 6.6
const TOP = 16
const GAP = 12
const LABEL_CHARACTERS = 26

/** Draws the joins of a product from left to right. The list of steps says the same in words. */
export function HowPicture({ layout }: { readonly layout: HowLayout }): JSX.Element {
  const { leaves, lines, marks, columns } = layout
  const longest = Math.max(...leaves.map(({ length }) => Math.min(length, LABEL_CHARACTERS)))
  const x = (column: number): number => longest * CHARACTER + GAP + column * COLUMN
  const y = (row: number): number => TOP + row * ROW
  const joins = marks.filter(({ isJoined }) => isJoined).length
  const [width, height] = [x(columns) + 8, y(leaves.length - 1) + TOP]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a mouse must be able to scroll the picture.
    <section class="table-scroll how-scroll" tabIndex={0} aria-label="Picture of the steps">
      <svg
        class="how"
        role="img"
        aria-label={`${leaves.length} records, ${joins} joins, ${marks.length - joins} refused steps. The list of steps says the same.`}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {leaves.map((name, row) => (
          <text key={name} x="0" y={y(row) + 4}>
            <title>{name}</title>
            {name.length > LABEL_CHARACTERS ? `${name.slice(0, LABEL_CHARACTERS - 1)}…` : name}
          </text>
        ))}
        {lines.map((line) => (
          <line
            key={`${line.x1} ${line.y1} ${line.x2} ${line.y2}`}
            x1={x(line.x1)}
            y1={y(line.y1)}
            x2={x(line.x2)}
            y2={y(line.y2)}
          />
        ))}
        {marks.map(({ step, x: column, y: row, isJoined, bits: weight }) => (
          <g key={step} class={isJoined ? 'joined' : 'refused'} transform={`translate(${x(column)} ${y(row)})`}>
            <circle r="8" />
            <text y="3.5" text-anchor="middle">
              {step}
            </text>
            <title>{`Step ${step}: ${bits(weight)} bits, ${isJoined ? 'joined' : 'refused'}`}</title>
            {!isJoined && <path d="M 6 -6 L 13 -13 M 6 -13 L 13 -6" />}
          </g>
        ))}
      </svg>
    </section>
  )
}
