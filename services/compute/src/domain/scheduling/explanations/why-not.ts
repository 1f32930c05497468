import type { Decision } from './decision.ts'

type Told = Pick<Decision, 'candidates' | 'filters' | 'lostRaces'>

/** Explains to an operator, one line per host, which filter refused it and with what numbers. */
export const whyNot = ({ candidates, filters, lostRaces }: Told): string =>
  [
    `Placement offered ${candidates} ${candidates === 1 ? 'host' : 'hosts'}.`,
    ...filters.flatMap(({ filter, refused, untold = 0 }) => [
      ...refused.map(({ host, node, reason }) => `${nameOf(host, node)}: ${filter}: ${reason}`),
      ...(untold > 0 ? [`${filter} refused ${untold} more ${untold === 1 ? 'host' : 'hosts'}.`] : []),
    ]),
    ...lostRaces.map((node) => `${node}: was given to another server meanwhile`),
  ].join('\n')

const nameOf = (host: string, node: string): string => (host === node ? host : `${host} (${node})`)
