import type { SortColumn } from '@nimbo/db/keyset'
import { errors } from '../../metric-errors.ts'

interface PageQuery {
  readonly limit?: string | undefined
  readonly sort?: readonly string[] | undefined
}

const refused = (reason: string) => errors.Wrong({ reason })

/** The size of a page: what is requested, but at most the service's limit. */
export const limitOf = ({ limit }: PageQuery, most: number): number => {
  if (limit === undefined) return most
  const wanted = Number(limit)
  if (!Number.isInteger(wanted) || wanted < 1) throw refused(`Invalid 'limit' value: ${limit}`)
  return Math.min(wanted, most)
}

/** The order of a list: the requested keys (`name:asc`, `name:desc-nullslast`), then the usual ones. */
export const orderOf = (
  { sort = [] }: PageQuery,
  columns: readonly string[],
  usual: readonly SortColumn[],
): readonly SortColumn[] => {
  const asked = sort
    .flatMap((text) => text.split(','))
    .map((text): SortColumn => {
      const [name = '', direction = 'asc'] = text.split(':')
      const [way] = direction.split('-')
      if (!columns.includes(name) || (way !== 'asc' && way !== 'desc'))
        throw refused(`Invalid sort key: ${text}`)
      return { column: name, direction: way, nullable: true }
    })
  const further = usual.filter(({ column }) => !asked.some((one) => one.column === column))
  return [...asked, ...further]
}
