import { defineOptions } from '@nimbo/config/option-group'
import { integer, port, string } from '@nimbo/config/option-types'
import { type TlsFiles, type TlsNames, tlsFilesOf, tlsOptions } from './listening-tls.ts'
import type { ReadOptions } from './read-options.ts'

/** An API's default port, and its options, in `[DEFAULT]` unless given. */
export interface Listening {
  readonly port: number
  /** `bind_host`, `bind_port` and `workers`, unless OpenStack names them otherwise. */
  readonly options?: {
    readonly section?: string
    readonly host: string
    readonly port: string
    readonly workers: string
  }
  /** The names of its TLS options, if not those of `[ssl]`. */
  readonly tls?: TlsNames
}

/** Where an API listens, and with how many processes (one per core by default). */
export interface Binding {
  readonly host: string
  readonly port: number
  readonly workers: number | undefined
  /** For connections with TLS. */
  readonly tls?: TlsFiles
}

const anywhere = '0.0.0.0'

/** The names of the three options. */
export const listeningNames = ({ options }: Listening) =>
  options ?? { host: 'bind_host', port: 'bind_port', workers: 'workers' }

const sectionOf = ({ options }: Listening): string => options?.section ?? 'DEFAULT'

const groupsOf = (role: string, listening: Listening) => {
  const names = listeningNames(listening)
  const section = sectionOf(listening)
  return {
    host: defineOptions(section, {
      [names.host]: string({ default: anywhere, help: `Address on which ${role} listens.` }),
    }),
    port: defineOptions(section, {
      [names.port]: port({ default: listening.port, help: `Port on which ${role} listens.` }),
    }),
    workers: defineOptions(section, {
      [names.workers]: integer({
        min: 1,
        help: `Number of processes that serve ${role}; one per core if unset.`,
      }),
    }),
  }
}

/** The options for a role's listening address. */
export const listeningOptions = (role: string, listening: Listening) => {
  const { host, port, workers } = groupsOf(role, listening)
  return [host, port, workers, ...tlsOptions(listening.tls)]
}

/** The configured listening address. */
export const bindingOf = (role: string, listening: Listening, read: ReadOptions): Binding => {
  const groups = groupsOf(role, listening)
  const names = listeningNames(listening)
  const section = sectionOf(listening)
  const tls = tlsFilesOf(listening.tls, read)
  return {
    ...(tls && { tls }),
    host: read([groups.host])[section]?.[names.host] ?? anywhere,
    port: read([groups.port])[section]?.[names.port] ?? listening.port,
    workers: read([groups.workers])[section]?.[names.workers],
  }
}
