import type { Place } from './move.ts'

interface Steps {
  readonly steps: readonly { readonly name: string }[]
}

const conductor = 'nova-conductor'

/** The steps of a flow, whose spans bear their names, and its conclusion. */
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

/** The span in which the API handles a request, by the id of the operation. */
export const request = (operation: string): Place => [{ name: `compute.${operation}`, service: 'nova-api' }]

/** Places by the names of their spans. */
export const spans = (...names: readonly string[]): readonly Place[] => names.map((name): Place => [{ name }])

/** For each part of a move, the conductor's call to the host and the work on the host. */
export const onHosts = (...parts: readonly string[]): readonly Place[] =>
  spans(...parts.flatMap((part) => [`call-${part}`, `move-${part}`]))
