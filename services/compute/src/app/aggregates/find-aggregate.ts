import type { Aggregate } from '../../domain/hosts/aggregate.ts'
import { errors, notInteger } from '../../errors.ts'
import type { ComputeApp } from '../compute-app.ts'

/** The aggregate with this numeric id. Throws `AggregateNotFound`, and `BadRequest` for an id that is not a number. */
export const findAggregate = async (
  { stores }: Pick<ComputeApp, 'stores'>,
  id: string,
): Promise<Aggregate> => {
  if (!/^-?[0-9]+$/.test(id)) throw errors.BadRequest({ reason: notInteger })
  const aggregate = /^[0-9]{1,9}$/.test(id) ? await stores.aggregates.find(Number(id)) : undefined
  if (!aggregate) throw errors.AggregateNotFound({ id })
  return aggregate
}
