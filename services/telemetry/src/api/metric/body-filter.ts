import { type HttpRequest, textOf } from '@nimbo/http/message'
import { boundedBody } from '@nimbo/http/bounded-body'
import { errors } from '../../metric-errors.ts'
import { type Filter, filterOf } from '../../domain/metric/resource-filter.ts'
import { withFilter } from '../../app/metric/list-resources.ts'

const mostBytes = 100_000

/** The filter in the body of a request whose operation declares no body. */
export const bodyFilter = async (request: HttpRequest): Promise<Filter | undefined> => {
  const text = await textOf(boundedBody(request, mostBytes))
  if (text === '') return undefined
  return withFilter(() => filterOf(parsed(text)))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw errors.Wrong({ reason: 'Malformed request body' }, { cause })
  }
}
