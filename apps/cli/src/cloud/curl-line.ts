import { createHash } from 'node:crypto'

const secretHeaders = new Set([
  'x-auth-token',
  'x-subject-token',
  'x-service-token',
  'authorization',
  'set-cookie',
])
const secretMembers =
  /("(?:password|original_password|adminPass|secret|private_key)"\s*:\s*)"(?:[^"\\]|\\.)*"/g

const hidden = (value: string): string => `{SHA256}${createHash('sha256').update(value).digest('hex')}`

const headerValue = (name: string, value: string): string =>
  secretHeaders.has(name.toLowerCase()) ? hidden(value) : value

const tokenInBody = /("token"\s*:\s*\{\s*"id"\s*:\s*)"[^"]*"/g

/** Masks passwords, secrets and tokens in a JSON text. */
export const withoutSecrets = (json: string): string =>
  json.replace(secretMembers, '$1"***"').replace(tokenInBody, '$1"***"')

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Formats a request as a curl command, with tokens and passwords masked. */
export const curlLine = (
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): string => {
  const flags = Object.entries(headers)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` -H "${name}: ${headerValue(name, value)}"`)
  const data = body === undefined ? '' : ` -d ${shellQuoted(withoutSecrets(body))}`
  return `REQ: curl -g -i -X ${method} ${url}${flags.join('')}${data}`
}

/** Formats a response's status and headers on one line, with tokens masked. */
export const replyLine = (status: number, headers: Readonly<Record<string, string>>): string =>
  `RESP: [${status}] ${Object.entries(headers)
    .map(([name, value]) => `${name}: ${headerValue(name, value)}`)
    .join(' ')}`
