import { isItem } from '../panel/item.ts'

interface Refusal {
  readonly host: string
  readonly reason: string
}

/** The result of one filter: with hosts for admins, with counts for others. */
export interface Narrowing {
  readonly filter: string
  readonly left: number
  readonly refusedCount: number
  readonly refused: readonly Refusal[]
}

interface Weighed {
  readonly host: string
  readonly weight: number
}

/** One scheduling decision, with what the user may see of it. */
export interface Decision {
  readonly at: string
  readonly candidates: number
  readonly filters: readonly Narrowing[]
  readonly weighed: readonly Weighed[]
  readonly weighedCount: number
  readonly chosen: string | undefined
  readonly found: boolean
  readonly alternates: readonly string[]
  readonly lostRaces: readonly string[]
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const countOf = (value: unknown): number => (typeof value === 'number' ? value : listOf(value).length)
const hostOf = (value: unknown): string => (isItem(value) ? String(value.host ?? '') : String(value))

const narrowingOf = (value: unknown): Narrowing => {
  const { filter, left, refused } = isItem(value) ? value : {}
  return {
    filter: String(filter ?? ''),
    left: countOf(left),
    refusedCount: countOf(refused),
    refused: listOf(refused).map((one) => ({
      host: hostOf(one),
      reason: isItem(one) ? String(one.reason ?? '') : '',
    })),
  }
}

/** Parses a scheduling decision of the API, in the admin or the user form. */
export const decisionOf = (value: unknown): Decision => {
  const { created_at, candidates, filters, weighed, chosen, alternates, lostRaces } = isItem(value)
    ? value
    : {}
  return {
    at: String(created_at ?? ''),
    candidates: countOf(candidates),
    filters: listOf(filters).map(narrowingOf),
    weighed: listOf(weighed).map((one) => ({
      host: hostOf(one),
      weight: isItem(one) && typeof one.weight === 'number' ? one.weight : 0,
    })),
    weighedCount: countOf(weighed),
    chosen: isItem(chosen) ? hostOf(chosen) : undefined,
    found: isItem(chosen) || chosen === true,
    alternates: listOf(alternates).map(hostOf),
    lostRaces: listOf(lostRaces).map(hostOf),
  }
}
