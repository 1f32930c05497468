import { parseArgs } from 'node:util'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import { defaultStateDirectory } from '../state-directory.ts'

const hypervisors = ['auto', 'libvirt', 'qemu', 'fake'] as const
export type HypervisorChoice = (typeof hypervisors)[number]

export interface UpOptions {
  readonly stateDir: string
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly hypervisor: HypervisorChoice
  readonly fakeHosts: number
  readonly detach: boolean
  readonly demo: boolean
  readonly json: boolean
}

export const upHelp = `usage: nimbo up [options]

Starts the whole cloud in one process.

  --state-dir DIR                directory for all data of the cloud (\${XDG_STATE_HOME:-~/.local/state}/nimbo)
  --host ADDRESS                 address to listen on (127.0.0.1)
  --port N                       port to listen on; 0 picks a free one (5000)
  --tls                          serve TLS, with a certificate of the cloud's own CA
  --hypervisor KIND              what runs the servers: libvirt (as root), qemu (as any user: user networking, SSH through
                                 a port of this machine), fake (no real guests), auto (libvirt if possible, else fake)
  --fake-hosts N                 number of compute hosts of the fake hypervisor (1)
  --detach                       run in the background
  --demo                         build a first server and show each step
  --json                         print one line of JSON when ready
`

const wholeNumber = (option: string, text: string, min: number, max: number): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new UserError(`--${option} takes a whole number from ${min} to ${max}, not ${text}`)
  return value
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      'state-dir': { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '5000' },
      tls: { type: 'boolean', default: false },
      hypervisor: { type: 'string', default: 'auto' },
      'fake-hosts': { type: 'string', default: '1' },
      detach: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values

/** Parses the arguments of `nimbo up`; returns undefined when help was requested. */
export const parseUpOptions = (args: readonly string[], env: NodeJS.ProcessEnv): UpOptions | undefined => {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    throw new UserError(messageOf(error))
  }
  if (values.help) return undefined
  const hypervisor = hypervisors.find((known) => known === values.hypervisor)
  if (!hypervisor)
    throw new UserError(`--hypervisor takes ${hypervisors.join(', ')}, not ${values.hypervisor}`)
  return {
    stateDir: values['state-dir'] ?? defaultStateDirectory(env),
    host: values.host,
    port: wholeNumber('port', values.port, 0, 65_535),
    tls: values.tls,
    hypervisor,
    fakeHosts: wholeNumber('fake-hosts', values['fake-hosts'], 1, 10_000),
    detach: values.detach,
    demo: values.demo,
    json: values.json,
  }
}
