import type { IdentifierFeatures } from '../../features/record-features.ts'
import type { BlockingRule } from '../../features/rules/blocking-rule.ts'

export const identifierRule: BlockingRule = {
  name: 'identifier',
  description: "Each identifier, including the supplier's own code.",
  strength: 'firm',
  contents: ({ identifiers }) => identifiers.map(identifierContent),
}

/** Returns the content of the key of one identifier. */
export function identifierContent({ scheme, value }: IdentifierFeatures): string {
  return `i:${scheme}:${value}`
}
