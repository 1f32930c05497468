import type { HostState } from './host-state.ts'

type InAggregates = Pick<HostState, 'aggregateMetadata'>

/** What the host's aggregates say under a key; a value may be a list with commas between. */
export const listedInAggregates = ({ aggregateMetadata }: InAggregates, key: string): readonly string[] =>
  (aggregateMetadata[key] ?? []).flatMap((value) => value.split(',')).map((word) => word.trim())

/** The lowest number that the host's aggregates say under a key; `usual` where none says one. */
export const lowestInAggregates = (
  { aggregateMetadata }: InAggregates,
  key: string,
  usual: number,
): number => {
  const numbers = (aggregateMetadata[key] ?? []).map(Number).filter((number) => Number.isFinite(number))
  return numbers.length === 0 ? usual : Math.min(...numbers)
}
