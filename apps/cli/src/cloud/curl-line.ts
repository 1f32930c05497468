import { createHash } from 'node:crypto'

const secretHeaders = new Set([
  'x-auth-token',
  'x-subject-token',
  'x-service-token',
  'authorization',
  'set-cookie',
])
/** Members with a password or key: of users, servers, key pairs, secrets, volume transfers, credentials, and connections to iSCSI. */
const secretNames = [
  ...['password', 'original_password', 'adminPass', 'secret', 'private_key', 'payload', 'auth_key', 'blob'],
  ...['auth_password', 'discovery_auth_password'],
]
const secretMembers = new RegExp(`("(?:${secretNames.join('|')})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'g')

const hidden = (value: string): string => `{SHA256}${createHash('sha256').update(value).digest('hex')}`

/** Headers with a key: of temporary URLs and of synchronised containers. */
const secretKey = /-(?:temp-url-key(?:-2)?|sync-key)$/i

const headerValue = (name: string, value: string): string =>
  secretHeaders.has(name.toLowerCase()) || secretKey.test(name) ? hidden(value) : value

const tokenInBody = /("token"\s*:\s*\{\s*"id"\s*:\s*)"[^"]*"/g

const secretInForm = /(oauth_token_secret=)[^&]*/g

/** Masks passwords, secrets and tokens in a JSON or form text. */
export const withoutSecrets = (body: string): string =>
  body.replace(secretMembers, '$1"***"').replace(tokenInBody, '$1"***"').replace(secretInForm, '$1***')

/** Masks the secrets in a request's body. Text that is no JSON is the payload of a secret. */
const sentBody = (headers: Readonly<Record<string, string>>, body: string): string => {
  const type = Object.entries(headers).findLast(([name]) => name.toLowerCase() === 'content-type')
  return type === undefined || type[1].includes('json') ? withoutSecrets(body) : '***'
}

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
  const data = body === undefined ? '' : ` -d ${shellQuoted(sentBody(headers, body))}`
  return `REQ: curl -g -i -X ${method} ${url}${flags.join('')}${data}`
}

/** Formats a response's status and headers on one line, with tokens masked. */
export const replyLine = (status: number, headers: Readonly<Record<string, string>>): string =>
  `RESP: [${status}] ${Object.entries(headers)
    .map(([name, value]) => `${name}: ${headerValue(name, value)}`)
    .join(' ')}`
