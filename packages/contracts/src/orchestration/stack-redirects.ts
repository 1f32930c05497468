import { empty } from '@nimbo/operation/content'
import { operation, type Method } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { project } from './words.ts'

/** Requests with only a stack's name or id are redirected to its full URL. */
const redirect = <const Rest extends string>(method: Method, rest: Rest) =>
  operation({
    id: `redirects.${method.toLowerCase()}${rest.replaceAll('/', '_')}`,
    method,
    path: `${project}/stacks/{stack_name}${rest}` as const,
    summary: 'Find a stack by its name or id',
    rule: 'stacks:lookup',
    on,
    replies: { 302: empty },
    errors: ['EntityNotFound'],
  })

export const stackRedirects = [
  redirect('GET', ''),
  redirect('POST', ''),
  redirect('PUT', ''),
  redirect('PATCH', ''),
  redirect('DELETE', ''),
  redirect('GET', '/resources'),
  redirect('GET', '/events'),
  redirect('GET', '/template'),
  redirect('GET', '/environment'),
  redirect('GET', '/files'),
  redirect('POST', '/actions'),
] as const
