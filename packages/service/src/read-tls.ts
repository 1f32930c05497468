import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ClientTls, ServerTls } from '@nimbo/http/tls'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import type { TlsFiles } from './listening-tls.ts'

const textOf = (option: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UserError(`${option}: ${path} cannot be read: ${messageOf(error)}`)
  }
}

const certificatesIn = (option: string, path: string): string => {
  const text = textOf(option, path)
  try {
    new X509Certificate(text)
  } catch {
    throw new UserError(`${option}: there is no certificate in ${path}`)
  }
  return text
}

/** Reads certificate and key, and checks that they belong together. */
const pairOf = (option: string, certFile: string, keyFile: string) => {
  const cert = certificatesIn(option, certFile)
  const key = textOf(option, keyFile)
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return { cert, key }
  } catch {
    throw new UserError(`${option}: there is no private key in ${keyFile}`)
  }
  throw new UserError(`${option}: the key in ${keyFile} is not that of the certificate in ${certFile}`)
}

/** Reads the TLS files of an API. Throws a `UserError` that names the option. */
export const readServerTls = (
  configFile: string,
  { cert, key, ca, optional = false, option }: TlsFiles,
): ServerTls => {
  const at = `${configFile}: ${option}`
  if (cert === '') throw new UserError(`${at} must be set: its API is to be reached by TLS`)
  return {
    ...pairOf(at, cert, key),
    ...(ca === undefined ? {} : { clientAuthorities: certificatesIn(at, ca), clientsMayShowNone: optional }),
  }
}

/** Configured paths of a client's TLS files. */
export interface ClientTlsFiles {
  readonly cafile: string | undefined
  readonly certfile: string | undefined
  readonly keyfile: string | undefined
  readonly insecure: boolean
}

/** Reads a client's TLS files. Throws a `UserError` that starts with `at`, the options' section. */
export const readClientTls = (
  at: string,
  { cafile, certfile, keyfile, insecure }: ClientTlsFiles,
): ClientTls => ({
  ...(cafile === undefined ? {} : { ca: certificatesIn(at, cafile) }),
  ...(certfile === undefined ? {} : pairOf(at, certfile, keyfile ?? certfile)),
  insecure,
})
