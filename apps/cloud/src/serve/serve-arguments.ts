import { parseArgs } from 'node:util'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import { type CloudRole, rolesOf } from '../cloud-role.ts'
import { type CloudService, services as cloudServices } from '../services.ts'
import type { ConfigPlaces } from './config-files.ts'

export interface ServeArguments {
  readonly roles: readonly CloudRole[]
  readonly places: ConfigPlaces
}

const rowsOf = (services: readonly CloudService[]): readonly string[] =>
  rolesOf(services).map(
    ({ name, service, kind }) => `  ${name.padEnd(28)}${kind.padEnd(8)}${service.name}.conf`,
  )

export const serveHelp = (
  services: readonly CloudService[] = cloudServices,
): string => `usage: nimbo serve ROLE… [options]

Runs the named roles of a cloud in this process.

  --config-file FILE   configuration file; may be repeated, and later ones take precedence
  --config-dir DIR     directory of nimbo.conf, <service>.conf and <service>.conf.d/ (/etc/nimbo)

Environment variables of the form OS_<SECTION>__<OPTION> take precedence over all files.

roles:
${rowsOf(services).join('\n')}
`

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'config-file': { type: 'string', multiple: true, default: [] },
      'config-dir': { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })

/** Parses the arguments of `nimbo serve`; returns undefined when help was requested. */
export const parseServeArguments = (
  args: readonly string[],
  services: readonly CloudService[] = cloudServices,
): ServeArguments | undefined => {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    throw new UserError(messageOf(error))
  }
  const { values, positionals } = parsed
  if (values.help) return undefined
  if (positionals.length === 0) throw new UserError('name at least one role; nimbo serve --help lists them')
  const roles = rolesOf(services)
  for (const name of positionals)
    if (!roles.some((role) => role.name === name))
      throw new UserError(`there is no role ${name}; nimbo serve --help lists them`)
  return {
    roles: roles.filter(({ name }) => positionals.includes(name)),
    places: { files: values['config-file'], directories: values['config-dir'] },
  }
}
