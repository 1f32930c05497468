import { defineOptions } from '@nimbo/config/option-group'
import { integer, port, string } from '@nimbo/config/option-types'
import { type TlsFiles, type TlsNames, tlsFilesOf, tlsOptions } from './listening-tls.ts'
import type { ReadOptions } from './read-options.ts'

/** The port an API usually has, and the options that say otherwise, of `[DEFAULT]` unless given. */
export interface Listening {
  readonly port: number
  /** `bind_host`, `bind_port` and `workers` unless OpenStack calls them something else. */
  readonly options?: {
    readonly section?: string
    readonly host: string
    readonly port: string
    readonly workers: string
  }
  /** What its options of TLS are called, unless they are those of `[ssl]`. */
  readonly tls?: TlsNames
}

/** Where an API listens, and how many processes serve it (one a core unless given). */
export interface Binding {
  readonly host: string
  readonly port: number
  readonly workers: number | undefined
  /** Where its connections are not plain. */
  readonly tls?: TlsFiles
}

const anywhere = '0.0.0.0'

/** What the three options are called. */
export const listeningNames = ({ options }: Listening) =>
  options ?? { host: 'bind_host', port: 'bind_port', workers: 'workers' }

const sectionOf = ({ options }: Listening): string => options?.section ?? 'DEFAULT'

const groupsOf = (role: string, listening: Listening) => {
  const names = listeningNames(listening)
  const section = sectionOf(listening)
  return {
    host: defineOptions(section, {
      [names.host]: string({ default: anywhere, help: `Where ${role} listens.` }),
    }),
    port: defineOptions(section, {
      [names.port]: port({ default: listening.port, help: 'The port for that.' }),
    }),
    workers: defineOptions(section, {
      [names.workers]: integer({
        min: 1,
        help: `Processes that serve ${role}; one a core unless given.`,
      }),
    }),
  }
}

/** The options by which an operator says where the API of a role listens. */
export const listeningOptions = (role: string, listening: Listening) => {
  const { host, port, workers } = groupsOf(role, listening)
  return [host, port, workers, ...tlsOptions(listening.tls)]
}

/** What an operator has said with them. */
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
