import type { FaultEnvelope } from '@nimbo/http/filters/faultwrap'
import { json } from '@nimbo/http/reply'
import { keyName, keyNameUntil291, printable } from '@nimbo/contracts/compute/words'
import { inPython } from '@nimbo/http/in-python'
import type { Invalid } from '@nimbo/http/validate'

const keys: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'itemNotFound',
  405: 'badMethod',
  409: 'conflictingRequest',
  413: 'overLimit',
  415: 'badMediaType',
  429: 'overLimit',
  501: 'notImplemented',
  503: 'serviceUnavailable',
}

/** Nova's message for an unexpected error. */
export const unexpectedMessage =
  'Unexpected API Error. Please report this at http://bugs.launchpad.net/nova/ and attach the Nova API log if possible.\n' +
  "<class 'Exception'>"

/** Nova's error format: `{"badRequest": {"code": 400, "message": …}}`. */
export const faultEnvelope: FaultEnvelope = (fault, status) =>
  json(
    status,
    { [keys[status] ?? 'computeFault']: { code: status, message: fault.message } },
    status === 429 || status === 413 ? { 'retry-after': '0' } : {},
  )

const shown = (value: unknown): string => (typeof value === 'string' ? value : inPython(value))

const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The text for values that do not match these patterns. The message calls the attribute `name`, whatever its name is. */
const rulesOfNames: readonly (readonly [string, string])[] = [
  [printable, 'printable characters. Can not start or end with whitespace.'],
  [keyName, `Only expected characters: [@._- ${letters}]`],
  [keyNameUntil291, `Only expected characters: [_- ${letters}]`],
]

/** Nova's message for an invalid body or query. */
export const invalidMessage = ({ path, value, reason }: Invalid, part: 'body' | 'query'): string => {
  const rule = rulesOfNames.find(([pattern]) => reason.endsWith(` does not match '${pattern}'`))
  if (rule) return `An invalid 'name' value was provided. The name must be: ${rule[1]}`
  const last = path.split('.').at(-1)
  if (!last) return reason
  const where = part === 'body' ? 'field/attribute' : 'query parameters'
  return `Invalid input for ${where} ${last}. Value: ${shown(value)}. ${reason}`
}
