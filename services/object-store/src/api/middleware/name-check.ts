import type { SwiftApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Middleware } from '../object-request.ts'
import { pathOf } from '../../domain/resource-path.ts'

/**
 * Refuses names with characters, lengths or patterns that the operator forbids. Without such configuration it accepts all names
 * that Swift accepts.
 */
export const nameCheck = (app: SwiftApp): Middleware => {
  const {
    forbidden_chars: signs,
    maximum_length: most,
    forbidden_regexp: form,
  } = app.config['filter:name_check']
  if (signs === '' && most === 0 && form === '') return (next) => next
  const pattern = form === '' ? undefined : new RegExp(form)
  return (next) => (request) => {
    const path = decodeURIComponent(pathOf(request))
    const found = [...signs].find((sign) => path.includes(sign))
    if (found !== undefined)
      throw errors.Invalid({ reason: `Object/Container/Account name contains forbidden chars from ${signs}` })
    if (most > 0 && path.length > most)
      throw errors.Invalid({
        reason: `Object/Container/Account name longer than the allowed maximum ${most}`,
      })
    if (pattern?.test(path) === true)
      throw errors.Invalid({
        reason: `Object/Container/Account name contains a forbidden substring from regular expression ${form}`,
      })
    return next(request)
  }
}
