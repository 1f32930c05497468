import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { find, findId, getById, listAll } from '../../cloud/find.ts'
import { given, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inNetwork } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { text } from '../../grammar/option.ts'
import { nothing, type Row } from '../../output/result.ts'
import { floatingIpKind, portKind } from '../network/network-kinds.ts'
import { serverKind } from './server-kind.ts'

const server = one('<server>', 'Server (name or ID)')
const calls = [inNetwork(floatingIpOperations.update)]

const associate = (session: Session, floatingip_id: string, port_id: string | null, address?: string) =>
  session.api.network.call(floatingIpOperations.update, {
    path: { floatingip_id },
    body: { floatingip: { port_id, ...given({ fixed_ip_address: address }) } },
  })

/** Associates a floating IP with the first port whose network has a router to the external one. */
const associateOneOf = async (session: Session, id: string, ports: readonly Row[]): Promise<void> => {
  let refusal: unknown = new CliError('No attached ports found to associate floating IP with')
  for (const port of ports) {
    try {
      await associate(session, id, textAt(port, 'id'))
      return
    } catch (error) {
      // 404: there is no such router.
      if (!(error instanceof HttpError && error.status === 404)) throw error
      refusal = error
    }
  }
  throw refusal
}

const hasAddress = (port: Row, address: string): boolean =>
  rowsAt(port, 'fixed_ips').some(({ ip_address }) => ip_address === address)

const add = command({
  ...{ words: 'server add floating ip', summary: 'Add floating IP address to server', calls },
  output: 'none',
  positionals: {
    server,
    floating: one(
      '<ip-address>',
      'Floating IP to associate with the first port that can have one (IP address or ID)',
    ),
  },
  options: {
    fixedIpAddress: text('<ip-address>', 'Fixed IP address of the server to map the floating IP to'),
  },
  run: async (session, { server: called, floating, fixedIpAddress: address }) => {
    const id = await findId(session, floatingIpKind, floating)
    const ports = await listAll(session, portKind, {
      device_id: await findId(session, serverKind, called),
    })
    if (address === undefined) {
      await associateOneOf(session, id, ports)
      return nothing
    }
    const port = ports.find((each) => hasAddress(each, address))
    if (port === undefined) throw new CliError(`No port found for fixed IP address ${address}`)
    await associate(session, id, textAt(port, 'id'), address)
    return nothing
  },
})

const remove = command({
  ...{ words: 'server remove floating ip', summary: 'Remove floating IP address from server', calls },
  output: 'none',
  positionals: {
    server,
    floating: one('<ip-address>', 'Floating IP to remove from the server (IP address or ID)'),
  },
  run: async (session, { server: called, floating }) => {
    const found = await find(session, floatingIpKind, floating)
    const [owner, portId] = [await findId(session, serverKind, called), textAt(found, 'port_id')]
    const port = portId === '' ? {} : await getById(session, portKind, portId)
    if (textAt(port, 'device_id') !== owner)
      throw new CliError(`Server ${called} does not have the floating IP ${floating}.`)
    await associate(session, textAt(found, 'id'), null)
    return nothing
  },
})

export const serverFloatingIpCommands = [add, remove]
