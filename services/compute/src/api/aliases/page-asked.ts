import type { Page } from '@nimbo/clients/volume-catalogue'
import type { ComputeApp } from '../../app/compute-app.ts'
import { errors } from '../../errors.ts'
import { limitOf } from '../servers/server-list-query.ts'

interface Asked {
  readonly limit?: string | undefined
  readonly offset?: string | undefined
}

/** Pagination by `limit` and `offset`. Throws `BadRequest`. */
export const pageAsked = ({ deps }: Pick<ComputeApp, 'deps'>, { limit, offset = '0' }: Asked): Page => {
  if (!/^[0-9]{1,10}$/.test(offset)) throw errors.BadRequest({ reason: 'offset param must be an integer' })
  return { limit: String(limitOf(limit, deps.config.api.max_limit)), offset }
}
