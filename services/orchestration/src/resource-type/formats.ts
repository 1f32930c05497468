import { isIP } from 'node:net'

type Check = (value: string) => string | undefined

const matching =
  (expression: RegExp, what: string): Check =>
  (value) =>
    expression.test(value) ? undefined : `"${value}" is not ${what}`

const isAddress = (value: string): boolean => isIP(value) !== 0

const isCidr = (value: string): boolean => {
  const [address = '', prefix, ...rest] = value.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return isAddress(address) && rest.length === 0 && /^\d{1,3}$/.test(prefix ?? '') && Number(prefix) <= bits
}

const longestName = 255
const label = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/

const isDomainName = (value: string): boolean => {
  const labels = value.replace(/\.$/, '').split('.')
  return (
    value.length <= longestName &&
    labels.every((one) => label.test(one)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

const isJson: Check = (value) => {
  try {
    JSON.parse(value)
    return undefined
  } catch {
    return `JSON string could not be loaded: "${value}"`
  }
}

const isTimeZone: Check = (value) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return undefined
  } catch {
    return `Invalid timezone: "${value}"`
  }
}

const cronField = /^[\d*/,\-A-Za-z?#L]+$/
const isCron: Check = (value) => {
  const fields = value.trim().split(/\s+/)
  return (fields.length === 5 || fields.length === 6) && fields.every((field) => cronField.test(field))
    ? undefined
    : `Invalid CRON expression: "${value}"`
}

const instant = /^\d{4}(-?\d{2}(-?\d{2}(T\d{2}(:?\d{2}(:?\d{2}([.,]\d+)?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?)?)?$/

const lastsOn: Check = (value) => {
  const at = Date.parse(value)
  return Number.isNaN(at) ? `Expiration ${value} is invalid: it is no point in time` : undefined
}

const that =
  (isFit: (value: string) => boolean, what: (value: string) => string): Check =>
  (value) =>
    isFit(value) ? undefined : what(value)

/** The custom constraints about the format of a text. */
export const formats: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['ip_addr', that(isAddress, () => 'Invalid IP address')],
  ['net_cidr', that(isCidr, (value) => `Invalid net cidr: "${value}"`)],
  [
    'ip_or_cidr',
    that(
      (value) => isAddress(value) || isCidr(value),
      (value) => `"${value}" is neither an address nor a cidr`,
    ),
  ],
  ['mac_addr', matching(/^[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(\1[0-9A-Fa-f]{2}){4}$/, 'a valid MAC address')],
  [
    'dns_name',
    that(
      (value) => value === '' || isDomainName(value),
      (value) => `'${value}' not in valid format.`,
    ),
  ],
  [
    'rel_dns_name',
    that(
      (value) => value === '' || isDomainName(value),
      (value) => `'${value}' not in valid format.`,
    ),
  ],
  [
    'dns_domain',
    that(
      (value) => value === '' || (value.endsWith('.') && isDomainName(value)),
      (value) => `'${value}' must end with '.'.`,
    ),
  ],
  ['iso_8601', matching(instant, 'a valid ISO 8601 date')],
  ['cron_expression', isCron],
  ['timezone', isTimeZone],
  ['expiration', lastsOn],
  ['json_string', isJson],
  ['test_constr', () => undefined],
])
