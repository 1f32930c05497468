import { defineOptions, type OptionGroup } from '@nimbo/config/option-group'
import { boolean, choice, list, string } from '@nimbo/config/option-types'
import type { ReadOptions } from './read-options.ts'

/** The names of an API's TLS options. */
export interface TlsNames {
  readonly section: string
  readonly cert: string
  readonly key: string
  /** The authorities of required client certificates. */
  readonly ca?: string
  /**
   * The option in `[DEFAULT]` that enables TLS: a flag, or a list containing this API. Without it, a configured certificate
   * enables TLS.
   */
  readonly enabledBy?: { readonly option: string; readonly api?: string }
}

/** The files of an API's certificate and key. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
  readonly ca?: string
  /** Whether clients without a certificate are accepted. */
  readonly optional?: boolean
  /** The option's name for messages, such as `[ssl] cert_file`. */
  readonly option: string
}

/** The usual names. */
export const usualTls: TlsNames = { section: 'ssl', cert: 'cert_file', key: 'key_file', ca: 'ca_file' }

const groupsOf = ({ section, cert, key, ca, enabledBy }: TlsNames) => ({
  cert: defineOptions(section, {
    [cert]: string({
      help: 'File of the TLS certificate of the API, followed by any intermediate certificates (PEM).',
    }),
  }),
  key: defineOptions(section, {
    [key]: string({
      help: 'File of the private key (PEM) of the TLS certificate; looked for in the same file if unset.',
    }),
  }),
  ca: defineOptions(section, {
    [ca ?? 'ca_file']: string({
      help: 'File of the CA certificates (PEM) that verify client certificates. If unset, clients are not asked for certificates; see client_certificates.',
    }),
  }),
  asks: defineOptions(section, {
    client_certificates: choice(['required', 'optional'], {
      default: 'required',
      help: 'Whether clients must present a certificate (required) or may present one (optional); those with a certificate can get and use tokens bound to it.',
    }),
  }),
  flag: defineOptions('DEFAULT', {
    [enabledBy?.option ?? '']: boolean({
      default: false,
      help: 'Whether the API is served over TLS instead of plain HTTP.',
    }),
  }),
  apis: defineOptions('DEFAULT', {
    [enabledBy?.option ?? '']: list({
      default: [],
      help: 'APIs that are served over TLS instead of plain HTTP.',
    }),
  }),
})

/** The options for TLS of an API. */
export const tlsOptions = (names: TlsNames = usualTls): readonly OptionGroup[] => {
  const { cert, key, ca, asks, flag, apis } = groupsOf(names)
  const { enabledBy } = names
  const switches = enabledBy ? [enabledBy.api === undefined ? flag : apis] : []
  return [cert, key, ...(names.ca === undefined ? [] : [ca, asks]), ...switches]
}

const isEnabled = (names: TlsNames, cert: string | undefined, read: ReadOptions): boolean => {
  const { enabledBy } = names
  if (!enabledBy) return cert !== undefined
  const { option, api } = enabledBy
  const { flag, apis } = groupsOf(names)
  if (api === undefined) return read([flag]).DEFAULT[option] ?? false
  return read([apis]).DEFAULT[option]?.includes(api) ?? false
}

/** The configured files; undefined for an API without TLS. */
export const tlsFilesOf = (names: TlsNames = usualTls, read: ReadOptions): TlsFiles | undefined => {
  const groups = groupsOf(names)
  const { section } = names
  const cert = read([groups.cert])[section]?.[names.cert]
  if (!isEnabled(names, cert, read)) return undefined
  const key = read([groups.key])[section]?.[names.key]
  const ca = names.ca === undefined ? undefined : read([groups.ca])[section]?.[names.ca]
  return {
    ...{ cert: cert ?? '', key: key ?? cert ?? '', option: `[${section}] ${names.cert}` },
    ...(ca === undefined
      ? {}
      : { ca, optional: read([groups.asks])[section]?.client_certificates === 'optional' }),
  }
}
