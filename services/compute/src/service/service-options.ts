import { hostname } from 'node:os'
import { defineOptions } from '@nimbo/config/option-group'
import { seconds, string } from '@nimbo/config/option-types'

/** What every role of compute may be told about the machine it runs on and the cloud it is part of. */
export const serviceOptions = [
  defineOptions('DEFAULT', {
    host: string({ help: 'Name of this machine among the services and hosts; unset: its host name.' }),
  }),
  defineOptions('key_manager', {
    fixed_key: string({
      help: 'A long random secret, the same on every machine: admin passwords and injected files are encrypted by it until the guest has them.',
    }),
  }),
  defineOptions('database', {
    cell_timeout: seconds({
      default: 10,
      min: 0.05,
      help: 'How long a cell may take to answer before it counts as down.',
    }),
  }),
  defineOptions('conductor', {
    flow_lease_seconds: seconds({
      default: 30,
      min: 0.1,
      help: 'How long a conductor that died keeps others from going on with its work.',
    }),
    flow_poll_seconds: seconds({
      default: 5,
      min: 0.05,
      help: 'How often a conductor looks for work that nobody told it of.',
    }),
  }),
] as const

/** `[DEFAULT] host`, or what the machine calls itself. */
export const hostOf = ({ DEFAULT }: { readonly DEFAULT: { readonly host?: string | undefined } }): string =>
  DEFAULT.host ?? hostname()
