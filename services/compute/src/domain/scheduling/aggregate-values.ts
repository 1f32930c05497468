import { own } from '@nimbo/kernel/own'
import type { HostState } from './host-state.ts'

type InAggregates = Pick<HostState, 'aggregateMetadata'>

/** The values of a key in the metadata of the host's aggregates; a value may be a comma-separated list. */
export const listedInAggregates = ({ aggregateMetadata }: InAggregates, key: string): readonly string[] =>
  (own(aggregateMetadata, key) ?? []).flatMap((value) => value.split(',')).map((word) => word.trim())

/** The lowest number of a key in the metadata of the host's aggregates; `usual` by default. */
export const lowestInAggregates = (
  { aggregateMetadata }: InAggregates,
  key: string,
  usual: number,
): number => {
  const values = aggregateMetadata[key]
  if (values === undefined) return usual
  const numbers = values.map(Number).filter((number) => Number.isFinite(number))
  return numbers.length === 0 ? usual : Math.min(...numbers)
}
