import type { Place } from './move.ts'

interface Steps {
  readonly steps: readonly { readonly name: string }[]
}

const conductor = 'nova-conductor'

/** The steps of a flow, whose spans have their names, and its conclusion. */
export const stepsOf = ({ steps }: Steps): readonly Place[] => {
  const last = steps.at(-1)
  const each = steps.map(({ name }): Place => [{ name, service: conductor }])
  if (last === undefined) return each
  return [
    ...each,
    [
      { name: last.name, service: conductor },
      { name: 'onDone', service: conductor },
    ],
  ]
}

/** What the API does to take a request on, by the id of its operation. */
export const request = (operation: string): Place => [{ name: `compute.${operation}`, service: 'nova-api' }]

/** Places by the names of their spans. */
export const spans = (...names: readonly string[]): readonly Place[] => names.map((name): Place => [{ name }])

/** What the conductor asks of hosts for parts of a move, and what hosts do. */
export const onHosts = (...parts: readonly string[]): readonly Place[] =>
  spans(...parts.flatMap((part) => [`call-${part}`, `move-${part}`]))
