import { textAt } from '../../cloud/json-values.ts'
import type { Row } from '../../output/result.ts'

/** Escapes text for a Mermaid message, in which `;` and `#` have a meaning. */
const plain = (text: string): string =>
  text.replace(/[#;]/g, (each) => `#${each.charCodeAt(0)};`).replace(/\s+/g, ' ')

/** The arrow of a step: solid for calls, open for casts, dotted for replies. */
const arrowOf = (how: string): string => {
  if (/cast/i.test(how)) return '-)'
  return /reply/i.test(how) ? '-->>' : '->>'
}

const labelOf = (step: Row): string => {
  const line = typeof step.line === 'number' ? `${step.line} ` : ''
  const took = typeof step.duration_ms === 'number' ? ` (${step.duration_ms.toFixed(1)} ms)` : ''
  const failed = textAt(step, 'status') === 'error' ? ' ✗' : ''
  return plain(`${line}${textAt(step, 'name')}${took}${failed}`)
}

/** The participants of a step; the same one twice for a step inside a service. */
const endsOf = (step: Row): { from: string; to: string } => {
  const from = textAt(step, 'from') || textAt(step, 'service') || '?'
  return { from, to: textAt(step, 'to') || from }
}

/** The steps of a flow as a Mermaid sequence diagram, in the order given. */
export const flowDiagram = (steps: readonly Row[]): string => {
  const ends = steps.map(endsOf)
  const names = [...new Set(ends.flatMap(({ from, to }) => [from, to]))]
  const alias = (name: string): string => `p${names.indexOf(name) + 1}`
  const participants = names.map((name) => `    participant ${alias(name)} as ${plain(name)}`)
  const messages = steps.map((step, at) => {
    const { from, to } = ends[at] ?? endsOf(step)
    return `    ${alias(from)}${arrowOf(textAt(step, 'how'))}${alias(to)}: ${labelOf(step)}`
  })
  return `${['sequenceDiagram', ...participants, ...messages].join('\n')}\n`
}
